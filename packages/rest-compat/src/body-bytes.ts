import type { IncomingDocument } from "@galley/core/domain";
import type { Refusal } from "./errors.ts";

/** @throws the refusal where the body is larger, without reading more of it. */
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
