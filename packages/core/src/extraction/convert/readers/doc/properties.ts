/** Codes of changes ([MS-DOC], Sprm). Those that end in 80 are of older versions. */
export const CODES = {
  bold: 0x0835,
  italic: 0x0836,
  hidden: 0x083c,
  deleted: 0x0800,
  size: 0x4a43,
  symbol: 0x6a09,
  characterStyle: 0x4a30,
  dataPlace: 0x6a03,
  alignment80: 0x2403,
  alignment: 0x2461,
  outlineLevel: 0x2640,
  left80: 0x840f,
  left: 0x845e,
  firstLine80: 0x8411,
  firstLine: 0x8460,
  breaksPage: 0x2407,
  listLevel: 0x260a,
  list: 0x460b,
  inTable: 0x2416,
  tableDepth: 0x6649,
  endsRow: 0x2417,
  endsInnerRow: 0x244c,
  endsInnerCell: 0x244b,
  rowDefinition: 0xd608,
  headRow: 0x3404,
  mergedCells: 0x5624,
  verticalMerge: 0xd62b,
  longList: 0x6646,
  longList80: 0x6645,
  hasFirstPage: 0x300a,
  sectionBreak: 0x3009,
  pageWidth: 0xb01f,
  pageHeight: 0xb020,
  leftMargin: 0xb021,
  pageNumberFormat: 0x300e,
  pageNumberRestart: 0x3011,
  pageNumberStart80: 0x501c,
  pageNumberStart: 0x7044,
  tabStops: 0xc615,
} as const;

/** A change of a property. */
export interface Change {
  readonly code: number;
  /** Without its length. */
  readonly operand: Buffer;
}

/** Sizes of operands by the upper three bits of the code; undefined for those that begin with their length. */
const SIZES: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];

/** The changes in a list of them; a list that is cut off gives those before. */
export function* changesIn(list: Buffer): Generator<Change, void, undefined> {
  let at = 0;
  while (at + 3 <= list.length) {
    const code = list.readUInt16LE(at);
    const fixed = SIZES[code >> 13];
    const start = at + 2 + (fixed === undefined ? (code === CODES.rowDefinition ? 2 : 1) : 0);
    const size = fixed ?? lengthAt(list, at + 2, code);
    if (size === undefined || start + size > list.length) return;
    yield { code, operand: list.subarray(start, start + size) };
    at = start + size;
  }
}

function lengthAt(list: Buffer, at: number, code: number): number | undefined {
  if (code === CODES.rowDefinition) return at + 2 > list.length ? undefined : list.readUInt16LE(at) - 1;
  const size = list[at];
  // Tab stops that are too many for a length of one byte.
  return code === CODES.tabStops && size === 255 ? undefined : size;
}

/** The value of an operand of one or two bytes, or the lower two of more. */
export function valueOf({ operand }: Change): number {
  return operand.length >= 2 ? operand.readInt16LE(0) : (operand[0] ?? 0);
}
