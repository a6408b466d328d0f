import type { Environment } from "../../ports.ts";

/** Makes leaked keys easy to recognise. */
const PREFIX = "galley_";

const CHANCE_BYTES = 24;

/** The number of final characters that a masked key shows. */
const SHOWN_CHARACTERS = 4;

/** Generates a key. */
export function newKeySecret({ randomBytes }: Pick<Environment, "randomBytes">): string {
  return PREFIX + Buffer.from(randomBytes(CHANCE_BYTES)).toString("base64url");
}

/** The masked form of an access token: its last characters. */
export function maskedToken(secret: string): string {
  return `…${secret.slice(-SHOWN_CHARACTERS)}`;
}

/** The masked form of a key: enough to recognise it, too little to use it. */
export function maskedKey(secret: string): string {
  const prefix = secret.startsWith(PREFIX) ? PREFIX : "";
  return `${prefix}…${secret.slice(-SHOWN_CHARACTERS)}`;
}
