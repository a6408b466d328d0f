import { NEXT_LINE } from "../../../layout/order/sentences.ts";
import { areSetOneByOne, areShort } from "./line-breaks.ts";
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
  if (!areShort(run) && (isMixed || isProse(run) || !areSetOneByOne(run))) return [];
  return run.filter((_, at) => at > 0 && bold[at] === bold[at - 1]);
}

/** Lines of an address, of labels and of most verses begin with a capital or a digit; of scripts without capitals, none is known to be one. */
const BEGINNING = /^[\p{Lu}\p{N}\p{P}\p{S}]/u;
const FEWEST_BEGINNING = 0.6;

/** Whether too many lines may go on with the one above. */
function isProse(run: readonly TextLine[]): boolean {
  const beginning = run.filter(({ text }) => BEGINNING.test(text));
  return beginning.length < FEWEST_BEGINNING * run.length;
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
