import type { TextLine } from "../page-lines.ts";

/** The left edge of entries whose further lines are indented, and where these begin. */
export interface HangingIndent {
  readonly edge: number;
  readonly indent: number;
}

/** Lines within this distance of an edge, in multiples of the text size, begin there. */
const AT_EDGE = 0.3;

/** Further lines are indented by at most this, in multiples of the text size. */
const WIDEST = 4;

/** Fewer entries of several lines may be other indented texts. */
const FEWEST_ENTRIES = 3;

/** Most lines are those of entries. */
const MOSTLY = 0.9;

const SENTENCE_END = /[.!?:;…。)\]]["'”’»]*$/u;

/** The hanging indent of lines, such as those of a dictionary, a bibliography or a play; undefined if they have none. */
export function hangingIndent(lines: readonly TextLine[]): HangingIndent | undefined {
  let edge = Infinity;
  for (const { x0 } of lines) if (x0 < edge) edge = x0;
  const indent = lines.find((line) => line.x0 > edge + line.size * AT_EDGE)?.x0;
  if (indent === undefined || indent - edge > WIDEST * (lines[0]?.size ?? 0)) return undefined;
  const hanging = { edge, indent };
  return areEntries(lines, hanging) ? hanging : undefined;
}

/** Whether nearly all lines begin an entry or are indented below one, and only whole sentences are above entries. */
function areEntries(lines: readonly TextLine[], hanging: HangingIndent): boolean {
  let placed = 0;
  let entries = 0;
  let before: TextLine | undefined;
  let isBelowEntry = false;
  for (const line of lines) {
    const begins = beginsEntry(line, hanging);
    if (begins === true && before !== undefined && !SENTENCE_END.test(before.text)) return false;
    if (begins !== undefined) placed++;
    if (begins === false && isBelowEntry) entries++;
    isBelowEntry = begins === true;
    before = line;
  }
  return entries >= FEWEST_ENTRIES && placed >= MOSTLY * lines.length;
}

/** Whether a line begins an entry: undefined if it is neither at the edge nor indented below an entry. */
export function beginsEntry(line: TextLine, { edge, indent }: HangingIndent): boolean | undefined {
  const near = AT_EDGE * line.size;
  if (line.x0 - edge < near) return true;
  return Math.abs(line.x0 - indent) < near ? false : undefined;
}
