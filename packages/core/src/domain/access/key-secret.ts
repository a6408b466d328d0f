import type { Environment } from "../ports.ts";

/** Makes a leaked key easy to recognise. */
const PREFIX = "galley_";

const CHANCE_BYTES = 24;

/** Characters of the end that a masked key shows. */
const SHOWN_CHARACTERS = 4;

/** A new key. */
export function newKeySecret({ randomBytes }: Pick<Environment, "randomBytes">): string {
  return PREFIX + Buffer.from(randomBytes(CHANCE_BYTES)).toString("base64url");
}

/** What an access token looks like: its end. */
export function maskedToken(secret: string): string {
  return `…${secret.slice(-SHOWN_CHARACTERS)}`;
}

/** What a key looks like: enough to recognise it, too little to use it. */
export function maskedKey(secret: string): string {
  const prefix = secret.startsWith(PREFIX) ? PREFIX : "";
  return `${prefix}…${secret.slice(-SHOWN_CHARACTERS)}`;
}
