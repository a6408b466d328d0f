/**
 * The similarity of two texts, from 0 to 1: twice the length of their longest common subsequence divided by
 * the sum of their lengths, in UTF-16 units. Like the ratio of Python's difflib, but with the longest
 * subsequence.
 */
export function likeness(a: string, b: string): number {
  if (a.length + b.length === 0) return 1;
  return (2 * commonSubsequence(a, b)) / (a.length + b.length);
}

/** Texts with line breaks and runs of blanks normalised. */
export function flowing(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/**
 * The length of the longest common subsequence, 32 cells of a table row at a time (Hyyrö, 2004): a bit of the
 * row is 0 where the subsequence grows.
 */
export function commonSubsequence(a: string, b: string): number {
  const words = Math.ceil(a.length / 32);
  const places = placesOf(a, words);
  const row = new Int32Array(words).fill(-1);
  for (let k = 0; k < b.length; k++) {
    const matches = places.get(b.charCodeAt(k));
    if (matches !== undefined) nextRow(row, matches);
  }
  let length = 0;
  for (let at = 0; at < a.length; at++) length += 1 - (((row[at >> 5] ?? 0) >>> (at & 31)) & 1);
  return length;
}

/** For each character of a text, a bit set of its positions. */
function placesOf(text: string, words: number): ReadonlyMap<number, Int32Array> {
  const places = new Map<number, Int32Array>();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const bits = places.get(code) ?? new Int32Array(words);
    bits[at >> 5] = (bits[at >> 5] ?? 0) | (1 << (at & 31));
    places.set(code, bits);
  }
  return places;
}

/** row = (row + (row & matches)) | (row & ~matches), as one long number. */
function nextRow(row: Int32Array, matches: Int32Array): void {
  let carry = 0;
  for (let w = 0; w < row.length; w++) {
    const own = row[w] ?? 0;
    const match = matches[w] ?? 0;
    const sum = (own >>> 0) + ((own & match) >>> 0) + carry;
    carry = sum > 0xffff_ffff ? 1 : 0;
    row[w] = sum | 0 | (own & ~match);
  }
}
