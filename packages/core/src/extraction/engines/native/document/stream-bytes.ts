import { BudgetExceeded } from "./budgets.ts";
import type { BaseStream } from "../generated/pdfjs-core.mjs";

/**
 * The decoded bytes of a content stream; of a damaged one, those before the damage.
 *
 * @throws BudgetExceeded
 */
export function contentBytes(stream: BaseStream): Uint8Array {
  if (stream.isImageStream) return new Uint8Array(0);
  try {
    stream.reset();
    return stream.getBytes();
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error;
    return stream.buffer?.subarray(0, stream.bufferLength) ?? new Uint8Array(0);
  }
}

const LINE_FEED = 10;

/** Joins the content streams of a page with line feeds, since no token spans two streams. */
export function joinedContent(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length + 1, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
    joined[offset++] = LINE_FEED;
  }
  return joined;
}
