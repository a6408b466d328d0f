import { createHash } from "node:crypto";

/** What is kept of a secret that has chance enough not to be guessed: its SHA-256, hexadecimal. */
export function digestOf(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
