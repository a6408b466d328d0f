/**
 * Replaces characters that cannot be stored; one code unit each, so that offsets into the text do not change.
 */
const REPLACEMENT = "\uFFFD";

/** `text` without U+0000 and lone surrogates, which PostgreSQL rejects. */
export function storable(text: string): string {
  return text.replaceAll("\0", REPLACEMENT).toWellFormed();
}
