/** The beginning of a text that has at most `bytes` bytes in UTF-8; characters are kept whole. */
export function withinBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
