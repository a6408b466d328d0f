import { isAbsolute } from "node:path";
import ipaddr from "ipaddr.js";

const MAX_WEBHOOK_RETRIES = 20;
const DAY_SECONDS = 24 * 60 * 60;

/** Up to 20 numbers of seconds, each a day at most; undefined for anything else. */
export function secondsList(text: string): readonly number[] | undefined {
  const entries = text.split(",").map((entry) => entry.trim());
  const wellFormed = entries.every((entry) => /^\d+(\.\d+)?$/.test(entry) && Number(entry) <= DAY_SECONDS);
  return wellFormed && entries.length <= MAX_WEBHOOK_RETRIES ? entries.map(Number) : undefined;
}

/** Undefined where one is relative. */
export function absolutePaths(text: string): readonly string[] | undefined {
  const paths = text.split(",").map((path) => path.trim());
  return paths.every((path) => isAbsolute(path)) ? paths : undefined;
}

/** Undefined where one is no range. */
export function cidrRanges(text: string): readonly string[] | undefined {
  const ranges = text.split(",").map((range) => range.trim());
  return ranges.every((range) => ipaddr.isValidCIDR(range)) ? ranges : undefined;
}
