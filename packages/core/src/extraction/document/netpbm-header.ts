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
/** One blank ends the header, whatever byte the pixels begin with. */
const BITMAP = new RegExp(String.raw`^P([14])${GAP}(\d{1,9})${GAP}(\d{1,9})\s`);
const PIXMAP = new RegExp(String.raw`^P([2356])${GAP}(\d{1,9})${GAP}(\d{1,9})${GAP}(\d{1,5})\s`);

/** Undefined if a file that begins so, as Latin-1, is none of them. */
export function netpbmHeader(start: string): NetpbmHeader | undefined {
  const found = BITMAP.exec(start) ?? PIXMAP.exec(start);
  if (!found) return undefined;
  const [header, ...numbers] = found;
  const [kind = 0, width = 0, height = 0, white = 1] = numbers.map(Number);
  // A text may begin like a header, but is more than numbers.
  const isText = kind <= 3 && !/^[\d\s]*$/.test(start.slice(header.length));
  return isText || white === 0 ? undefined : { kind, width, height, white, end: header.length };
}
