/** A change of a property ([MS-DOC], Sprm). */
export interface Change {
  readonly code: number;
  /** Without its length. */
  readonly operand: Buffer;
}

/** Sizes of operands by the upper three bits of the code; undefined for those that begin with their length. */
const SIZES: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];

const TABLE_DEFINITION = 0xd608;
const TAB_STOPS = 0xc615;

/** The changes in a list of them; a list that is cut off gives those before. */
export function* changesIn(list: Buffer): Generator<Change, void, undefined> {
  let at = 0;
  while (at + 3 <= list.length) {
    const code = list.readUInt16LE(at);
    const fixed = SIZES[code >> 13];
    const start = at + 2 + (fixed === undefined ? (code === TABLE_DEFINITION ? 2 : 1) : 0);
    const size = fixed ?? lengthAt(list, at + 2, code);
    if (size === undefined || start + size > list.length) return;
    yield { code, operand: list.subarray(start, start + size) };
    at = start + size;
  }
}

function lengthAt(list: Buffer, at: number, code: number): number | undefined {
  if (code === TABLE_DEFINITION) return at + 2 > list.length ? undefined : list.readUInt16LE(at) - 1;
  const size = list[at];
  // Tab stops that are too many for a length of one byte.
  return code === TAB_STOPS && size === 255 ? undefined : size;
}

/** The value of an operand of one or two bytes, or the lower two of more. */
export function valueOf({ operand }: Change): number {
  return operand.length >= 2 ? operand.readInt16LE(0) : (operand[0] ?? 0);
}
