export const FAULTY_HEADER = "%PDF-faulty\n";

/**
 * The fault of a page: it throws, waits forever, computes forever, ends its thread, aborts its process, exhausts the
 * memory, lacks the memory for a library the first time ("unmapped FILE"), takes some milliseconds, or appends a byte to a file ("mark …", "large …" also with a text of a megabyte).
 * "open …" does so while the document is being opened. "count" shows how many documents the thread has open. Any other
 * word is the page's text.
 */
export type Fault = string;

/** A document for the faulty engine, with one page for each of `faults`. */
export function faultyDocument(faults: readonly Fault[]): Uint8Array {
  return new TextEncoder().encode(FAULTY_HEADER + faults.join("\n"));
}

/** `count` pages of text. */
export function textPages(count: number): readonly Fault[] {
  return Array.from({ length: count }, (_, index) => `page${index + 1}`);
}

export const FAULTY_ENGINE: URL = new URL("./faulty-engine.ts", import.meta.url);
