import type { IncomingDocument } from "@galley/core/domain";
import type { Refusal } from "./errors.ts";

/**
 * Reads the body into memory.
 *
 * @throws `orElse` if the body is larger than `maxBytes`; the rest is not read.
 */
export async function bytesOf(
  content: IncomingDocument["content"],
  { maxBytes, orElse }: { readonly maxBytes: number; readonly orElse: Refusal },
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw orElse;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
