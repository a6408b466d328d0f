/** Stands for what cannot be stored; as long as what it replaces, so that offsets into the text stay right. */
const REPLACEMENT = "\uFFFD";

/** `text` as PostgreSQL can hold it, which refuses U+0000 and lone surrogates. */
export function storable(text: string): string {
  return text.replaceAll("\0", REPLACEMENT).toWellFormed();
}
