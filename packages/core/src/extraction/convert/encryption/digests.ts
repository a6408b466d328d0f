import { createHash } from "node:crypto";

/** The digest of the parts one after the other. */
export function digest(algorithm: string, ...parts: readonly Buffer[]): Buffer {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** A number as four bytes, the lowest first. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
