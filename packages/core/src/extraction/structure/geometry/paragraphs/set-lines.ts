import { NEXT_LINE } from "../../../layout/order/sentences.ts";
import { beginAnew } from "../../../layout/order/text-kinds.ts";
import { areShort, endEarly } from "./line-breaks.ts";
import { markerOf } from "../markers.ts";
import { endsEntry, isSameStyle, styleOfLine, type TextLine } from "../page-lines.ts";

/** Two lines may be a heading and what is below it, or a sentence. */
const FEWEST_LINES = 3;

/** Steps within this factor are equal. */
const SAME_STEP = 1.1;

/** Lines that start, or end, within this distance, in multiples of the text size, are aligned. */
const ALIGNED = 0.3;

/**
 * The lines that go on with the one above although they are no running text: those of an address or of labels with their
 * values, which stand below one another like the lines of a paragraph and end where they please.
 */
export function setLines(lines: readonly TextLine[]): ReadonlySet<TextLine> {
  const found = new Set<TextLine>();
  let run: Run = { lines: [], edges: [] };
  for (const line of lines) {
    const edges = edgesWith(run, line);
    if (edges.length > 0) {
      run.lines.push(line);
      run.edges = edges;
      continue;
    }
    for (const own of goingOn(run.lines)) found.add(own);
    run = { lines: [line], edges: EDGES };
  }
  for (const own of goingOn(run.lines)) found.add(own);
  return found;
}

type Edge = "x0" | "x1";
const EDGES: readonly Edge[] = ["x0", "x1"];

interface Run {
  readonly lines: TextLine[];
  /** The edges that all of its lines share. */
  edges: readonly Edge[];
}

/** Those of a run of lines that go on with the one above; a line in bold type above others may be their heading. */
function goingOn(run: readonly TextLine[]): readonly TextLine[] {
  if (run.length < FEWEST_LINES) return [];
  const bold = run.map((line) => styleOfLine(line).bold);
  const isMixed = new Set(bold).size > 1;
  const areSet = areShort(run) || (!isMixed && beginAnew(run.map(({ text }) => text)) && endEarly(run));
  if (!areSet) return [];
  return run.filter((_, at) => at > 0 && bold[at] === bold[at - 1]);
}

/** The edges that a line shares with those of a run, if it is as far below the last one as they are from one another. */
function edgesWith({ lines, edges }: Run, line: TextLine): readonly Edge[] {
  const [first, second] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return [];
  const [own, style] = [styleOfLine(first), styleOfLine(line)];
  if (style.monospaced || !isSameStyle(own, { ...style, bold: own.bold })) return [];
  const step = line.y - last.y;
  if (step <= 0 || step > NEXT_LINE * line.size) return [];
  const usual = (second ?? line).y - first.y;
  if (Math.max(step, usual) > SAME_STEP * Math.min(step, usual)) return [];
  if (markerOf(line.text) !== undefined || endsEntry(last) || endsEntry(line)) return [];
  return edges.filter((edge) => Math.abs(line[edge] - first[edge]) < ALIGNED * line.size);
}
