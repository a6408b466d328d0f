const ESCAPES: ReadonlyMap<number, number> = new Map(
  Object.entries({ n: 10, r: 13, t: 9, b: 8, f: 12 }).map(([char, code]) => [char.charCodeAt(0), code]),
);

/**
 * Writes a literal string with its escape sequences resolved to `target` from `at` on; returns the end of what was
 * written.
 */
export function unescape(source: Uint8Array, target: Uint8Array, at: number): number {
  let end = at;
  for (let i = 0; i < source.length; i++) {
    const byte = source[i] ?? 0;
    if (byte !== 0x5c) {
      target[end++] = byte;
      continue;
    }
    const next = source[++i];
    if (next === undefined || next === 10) continue;
    if (next === 13) {
      if (source[i + 1] === 10) i++;
    } else if (isOctal(next)) {
      let value = next - 0x30;
      for (let digits = 1; digits < 3 && isOctal(source[i + 1] ?? 0); digits++)
        value = value * 8 + (source[++i] ?? 0) - 0x30;
      target[end++] = value & 0xff;
    } else {
      target[end++] = ESCAPES.get(next) ?? next;
    }
  }
  return end;
}

function isOctal(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x37;
}
