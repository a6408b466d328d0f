import type { Row } from "../rows/rows.ts";
import type { Segment } from "../rows/segment.ts";
import { beginsSmall, CONTINUING, PROSE } from "./sentences.ts";

/** Rows without the numbers of their lines, and those numbers. */
export interface NumberedLines {
  readonly rows: readonly Row[];
  readonly numbers: readonly Row[];
}

/** Fewer numbers may be those of items or rows. */
const FEWEST = 5;

/** A page with more numbers has tables. */
const MOST = 300;

/** Every line has a number, or every fifth or tenth. */
const STEPS: ReadonlySet<number> = new Set([1, 5, 10]);

/** Numbers whose right edges or middles are this near to each other, in multiples of their size, are in one column. */
const SAME_PLACE = 0.3;

const NUMBER = /^\d+$/u;

interface NumberInRow {
  readonly index: number;
  readonly segment: Segment;
  readonly value: number;
}

/** Takes the numbers of lines out of the text beside them, as pleadings, patents and editions have them. */
export function withoutLineNumbers(rows: readonly Row[]): NumberedLines {
  const found = numbersIn(rows);
  if (found.length < FEWEST || found.length > MOST) return { rows, numbers: [] };
  const taken = new Set<Segment>();
  for (const run of runsOf(found))
    if (areLineNumbers(run, rows)) for (const { segment } of run) taken.add(segment);
  if (taken.size === 0) return { rows, numbers: [] };
  return {
    rows: partsOf(rows, (segment) => !taken.has(segment)),
    numbers: partsOf(rows, (segment) => taken.has(segment)),
  };
}

function partsOf(rows: readonly Row[], isOwn: (segment: Segment) => boolean): readonly Row[] {
  return rows.flatMap((row) => {
    const segments = row.segments.filter((segment) => isOwn(segment));
    return segments.length === 0 ? [] : [{ ...row, segments }];
  });
}

function numbersIn(rows: readonly Row[]): readonly NumberInRow[] {
  const found: NumberInRow[] = [];
  let index = 0;
  for (const { segments } of rows) {
    for (const segment of segments) {
      const { text } = segment;
      if (text.length < 4 && NUMBER.test(text)) found.push({ index, segment, value: Number(text) });
    }
    index++;
  }
  return found;
}

/** Numbers below one another that count up in equal steps. */
function runsOf(numbers: readonly NumberInRow[]): readonly (readonly NumberInRow[])[] {
  const runs: NumberInRow[][] = [];
  for (const number of numbers) {
    const run = runs.find((own) => continues(own, number));
    if (run === undefined) runs.push([number]);
    else run.push(number);
  }
  return runs.filter(({ length }) => length >= FEWEST);
}

function continues(run: readonly NumberInRow[], { segment, value }: NumberInRow): boolean {
  const last = run.at(-1);
  if (last === undefined) return false;
  const shift = last.segment.x1 - segment.x1;
  const shiftOfMiddle = (shift + last.segment.x0 - segment.x0) / 2;
  if (Math.min(Math.abs(shift), Math.abs(shiftOfMiddle)) > SAME_PLACE * segment.size) return false;
  const step = value - last.value;
  const before = run.at(-2);
  return before === undefined ? STEPS.has(step) : step === last.value - before.value;
}

/** Least share of lines beside the numbers that are prose, that begin at its left edge and that fill their column. */
const MOSTLY = 0.6;

/** Least width of a line that fills its column, as a share of the widest one. */
const FULL = 0.75;

/** Whether the lines on one side of the numbers are prose that goes on from each to the next, and not code or rows. */
function areLineNumbers(run: readonly NumberInRow[], rows: readonly Row[]): boolean {
  const [first, second] = run;
  const last = run.at(-1);
  if (first === undefined || second === undefined || last === undefined) return false;
  const lines = rows.slice(first.index, last.index + 1);
  const expected = (second.value - first.value) * (run.length - 1);
  if (lines.length < MOSTLY * expected) return false;
  const numbered = run.map(({ index }) => rows[index]?.segments ?? []);
  const onRight = numbered.filter((segments) => textOnRight(segments, last.segment).length > 0);
  const textBeside = 2 * onRight.length >= run.length ? textOnRight : textOnLeft;
  return areProse(lines, (segments) => textBeside(segments, last.segment));
}

function areProse(
  lines: readonly Row[],
  textBeside: (segments: readonly Segment[]) => readonly Segment[],
): boolean {
  const prose = lines.flatMap(({ segments, size }) => {
    const beside = textBeside(segments);
    const characters = beside.reduce((sum, { text }) => sum + text.length + 1, -1);
    const [first] = beside;
    if (first === undefined || characters < PROSE) return [];
    return [{ text: first.text, x0: first.x0, width: (beside.at(-1)?.x1 ?? 0) - first.x0, size }];
  });
  const widest = Math.max(...prose.map(({ width }) => width));
  const left = Math.min(...prose.map(({ x0 }) => x0));
  const full = prose.filter(({ x0, width, size }) => x0 < left + size && width > FULL * widest);
  const continuing = prose.filter(({ text }) => beginsSmall(text));
  return full.length >= MOSTLY * lines.length && continuing.length >= CONTINUING * prose.length;
}

/** A text beside the numbers is at most this far from them, in multiples of its size. */
const BESIDE = 6;

function textOnRight(segments: readonly Segment[], { x1 }: Segment): readonly Segment[] {
  const right = segments.filter((own) => own.x0 >= x1);
  const [first] = right;
  return first !== undefined && first.x0 - x1 < BESIDE * first.size ? right : [];
}

function textOnLeft(segments: readonly Segment[], { x0 }: Segment): readonly Segment[] {
  const left = segments.filter((own) => own.x1 <= x0);
  const last = left.at(-1);
  return last !== undefined && x0 - last.x1 < BESIDE * last.size ? left : [];
}
