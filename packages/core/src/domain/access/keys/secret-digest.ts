import { createHash } from "node:crypto";

/** The stored form of a secret with enough entropy not to be guessed: its SHA-256, hexadecimal. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
