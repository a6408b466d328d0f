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

/** The same as `plainOutcome`, but lines and words are decompressed when they are first read. */
export function lazyOutcome(outcome: StorableOutcome): PageOutcome {
  if (!("compressed" in outcome)) return outcome;
  const { compressed: _, ...page } = outcome;
  let lines: Float32Array | undefined;
  let words: Float64Array | undefined;
  return {
    ...page,
    get lines() {
      return (lines ??= new Float32Array(decompressedNumbers(page.lines)));
    },
    get words() {
      return (words ??= new Float64Array(decompressedNumbers(page.words)));
    },
  };
}

export function plainOutcome(outcome: StorableOutcome): PageOutcome {
  if (!("compressed" in outcome)) return outcome;
  const { compressed: _, ...page } = outcome;
  const lines = new Float32Array(decompressedNumbers(page.lines));
  return { ...page, lines, words: new Float64Array(decompressedNumbers(page.words)) };
}

const RULE_BYTES = 40;

/** About how much memory a page takes, by the parts that grow with its text. */
export function bytesOf(outcome: StorableOutcome): number {
  if (!outcome.ok) return 0;
  const { text, lines, words, rules, structure = "" } = outcome;
  const ofTexts = 2 * (text.length + structure.length);
  return ofTexts + lines.byteLength + words.byteLength + RULE_BYTES * rules.length;
}
