import { NEXT_LINE } from "../../../layout/order/sentences.ts";
import { areSetOneByOne } from "./line-breaks.ts";
import { markerOf } from "../markers.ts";
import { endsEntry, isSameStyle, styleOfLine, type TextLine } from "../page-lines.ts";

/** Two lines may be a heading and what is below it, or a sentence. */
const FEWEST_LINES = 3;

/** Steps within this factor are equal. */
const SAME_STEP = 1.1;

/** Lines that start within this distance, in multiples of the text size, are aligned. */
const ALIGNED = 0.3;

/**
 * The lines that go on with the one above although they are no running text: those of an address or of labels with their
 * values, which stand below one another like the lines of a paragraph and end where they please.
 */
export function setLines(lines: readonly TextLine[]): ReadonlySet<TextLine> {
  const found = new Set<TextLine>();
  let run: TextLine[] = [];
  const end = (): void => {
    if (run.length >= FEWEST_LINES && areSetOneByOne(run)) for (const line of run.slice(1)) found.add(line);
  };
  for (const line of lines) {
    if (goesOn(run, line)) {
      run.push(line);
      continue;
    }
    end();
    run = [line];
  }
  end();
  return found;
}

/** Whether a line is aligned with those of a run, as far below the last one as they are from one another. */
function goesOn(run: readonly TextLine[], line: TextLine): boolean {
  const [first, second] = run;
  const last = run.at(-1);
  if (first === undefined || last === undefined) return false;
  if (!isSameStyle(styleOfLine(first), styleOfLine(line)) || styleOfLine(line).monospaced) return false;
  if (Math.abs(line.x0 - first.x0) > ALIGNED * line.size) return false;
  const step = line.y - last.y;
  if (step <= 0 || step > NEXT_LINE * line.size) return false;
  const usual = (second ?? line).y - first.y;
  if (Math.max(step, usual) > SAME_STEP * Math.min(step, usual)) return false;
  return markerOf(line.text) === undefined && !endsEntry(last) && !endsEntry(line);
}
