/** The Levenshtein distance of two texts divided by the length of the longer one; 0 for equal texts. */
export function textDistance(a: string, b: string): number {
  if (a === b) return 0;
  const longest = Math.max(a.length, b.length);
  return levenshtein(a, b) / longest;
}

function levenshtein(a: string, b: string): number {
  let above = Int32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = new Int32Array(b.length + 1);
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = (above[j - 1] ?? 0) + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      row[j] = Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
    }
    above = row;
  }
  return above[b.length] ?? 0;
}

/** Twice the longest common subsequence divided by the sum of the lengths: `fuzz.ratio` of rapidfuzz, 0 to 1. */
export function indelRatio(a: string, b: string): number {
  if (a.length + b.length === 0) return 1;
  let above = new Int32Array(b.length + 1);
  let row = new Int32Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    const code = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j++) {
      row[j] =
        code === b.charCodeAt(j - 1) ? (above[j - 1] ?? 0) + 1 : Math.max(above[j] ?? 0, row[j - 1] ?? 0);
    }
    [above, row] = [row, above];
  }
  return (2 * (above[b.length] ?? 0)) / (a.length + b.length);
}
