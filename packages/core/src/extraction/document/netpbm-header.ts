/**
 * The header of an image of Netpbm's formats PBM, PGM and PPM, which programs of scanners write.
 * Source: the manual pages pbm(5), pgm(5) and ppm(5) of Netpbm.
 */
export interface NetpbmHeader {
  /** Kinds 1 to 3 are written as text, 4 to 6 as bytes; each time bits, grey, RGB. */
  readonly kind: number;
  readonly width: number;
  readonly height: number;
  /** The value of white. */
  readonly white: number;
  /** Where the pixels begin. */
  readonly end: number;
}

const GAP = String.raw`(?:\s|#[^\n]*\n)+`;
const SIZE = new RegExp(String.raw`^P([1-6])${GAP}(\d{1,9})${GAP}(\d{1,9})`);
const WHITE = new RegExp(String.raw`^${GAP}(\d{1,5})`);

/** Undefined if a file that begins so, as Latin-1, is none of them. */
export function netpbmHeader(start: string): NetpbmHeader | undefined {
  const size = SIZE.exec(start);
  if (!size) return undefined;
  const [kind = 0, width = 0, height = 0] = size.slice(1).map(Number);
  const isBits = kind === 1 || kind === 4;
  const white = isBits ? undefined : WHITE.exec(start.slice(size[0].length));
  const end = size[0].length + (white?.[0].length ?? 0);
  // One blank ends the header, whatever byte the pixels begin with.
  if ((!isBits && !Number(white?.[1])) || !/\s/.test(start.charAt(end))) return undefined;
  // A text may begin like a header, but is more than numbers.
  if (kind <= 3 && !/^[\d\s]*$/.test(start.slice(end))) return undefined;
  return { kind, width, height, white: Number(white?.[1] ?? 1), end: end + 1 };
}
