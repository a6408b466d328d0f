import { compressedNumbers, decompressedNumbers } from "./compressed-numbers.ts";
import type { PageFailed, PageOutcome, PageRead } from "./extracted-document.ts";

/**
 * A page outcome as a database stores it. It is compressed on the thread that read the page, so that less is sent between
 * processes and nothing is left to do for the process that stores it.
 */
export type StorableOutcome = PageOutcome | CompressedPage;

export interface CompressedPage extends Omit<PageRead, "lines" | "words"> {
  readonly compressed: true;
  /** See `compressedNumbers`. */
  readonly lines: Uint8Array<ArrayBuffer>;
  readonly words: Uint8Array<ArrayBuffer>;
}

export function compressedOutcome(outcome: StorableOutcome): CompressedPage | PageFailed {
  if (!outcome.ok || "compressed" in outcome) return outcome;
  const lines = compressedNumbers(outcome.lines);
  return { ...outcome, compressed: true, lines, words: compressedNumbers(outcome.words) };
}

export function plainOutcome(outcome: StorableOutcome): PageOutcome {
  if (!("compressed" in outcome)) return outcome;
  const { compressed: _, ...page } = outcome;
  const lines = new Float32Array(decompressedNumbers(page.lines));
  return { ...page, lines, words: new Float64Array(decompressedNumbers(page.words)) };
}
