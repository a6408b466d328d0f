import ipaddr from "ipaddr.js";
import { facts, readAs, type ValuesOf } from "./variable.ts";

/** Outgoing requests of the service. */
export const outboundVariables = {
  GALLEY_WEBHOOK_RETRIES: readAs(
    "up to 20 numbers of seconds separated by commas, such as 10,60,300",
    secondsList,
  )
    .prefault("10,60,300")
    .register(facts, { meaning: "seconds before each retry of a webhook" }),
  GALLEY_OUTBOUND_ALLOW: readAs("CIDR ranges separated by commas, such as 127.0.0.0/8,fd00::/8", cidrRanges)
    .optional()
    .register(facts, { meaning: "private networks that outgoing requests may reach", unset: "none" }),
};

export interface OutboundConfig {
  /** Seconds before each retry of a webhook delivery. */
  readonly webhookRetrySeconds: readonly number[];
  /** Non-public address ranges (CIDR) that outgoing requests may reach. */
  readonly outboundAllow: readonly string[];
}

export function outboundConfig(environment: ValuesOf<typeof outboundVariables>): OutboundConfig {
  return {
    webhookRetrySeconds: environment.GALLEY_WEBHOOK_RETRIES,
    outboundAllow: environment.GALLEY_OUTBOUND_ALLOW ?? [],
  };
}

const MAX_WEBHOOK_RETRIES = 20;
const DAY_SECONDS = 24 * 60 * 60;

/** Up to 20 numbers of seconds, each at most a day; undefined for anything else. */
function secondsList(text: string): readonly number[] | undefined {
  const entries = text.split(",").map((entry) => entry.trim());
  const wellFormed = entries.every((entry) => /^\d+(\.\d+)?$/.test(entry) && Number(entry) <= DAY_SECONDS);
  return wellFormed && entries.length <= MAX_WEBHOOK_RETRIES ? entries.map(Number) : undefined;
}

/** Undefined if one of them is not a range. */
function cidrRanges(text: string): readonly string[] | undefined {
  const ranges = text.split(",").map((range) => range.trim());
  return ranges.every((range) => ipaddr.isValidCIDR(range)) ? ranges : undefined;
}
