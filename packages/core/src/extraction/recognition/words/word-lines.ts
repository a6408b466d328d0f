/** Groups words by line number. */
export function linesOf<Word extends { readonly line: number }>(
  words: readonly Word[],
): ReadonlyMap<number, readonly [Word, ...Word[]]> {
  const lines = new Map<number, [Word, ...Word[]]>();
  for (const word of words) {
    const line = lines.get(word.line);
    if (line) line.push(word);
    else lines.set(word.line, [word]);
  }
  return lines;
}
