import type { Row } from "../../rows/rows.ts";
import { labelledBeside, type TextsBeside } from "./labelled-rows.ts";
import { proseBeside } from "./prose-beside.ts";

/** This many rows of one text in succession end a run of rows with several. */
export const MOST_SINGLE = 2;

/**
 * Splits rows at runs whose texts are read one after the other although they stand side by side, such as an address beside
 * the number and date of its letter, or a column of prose beside a table.
 */
export function withTextsBeside(rows: readonly Row[]): readonly (readonly Row[])[] {
  if (!rows.some((row) => mayBeBeside(row))) return [rows];
  const flows: (readonly Row[])[] = [];
  let plain: Row[] = [];
  for (let from = 0; from < rows.length;) {
    const end = endOfRun(rows, from);
    const found = end - from < 2 ? undefined : textsIn(rows.slice(from, end));
    const next = Math.max(from + 1, end);
    if (found === undefined) plain.push(...rows.slice(from, next));
    else {
      if (plain.length > 0) flows.push(plain);
      plain = [];
      flows.push(...found.parts);
    }
    from = found === undefined ? next : from + found.taken;
  }
  return plain.length > 0 ? [...flows, plain] : flows;
}

function textsIn(run: readonly Row[]): TextsBeside | undefined {
  const labelled = labelledBeside(run);
  if (labelled !== undefined) return labelled;
  const beside = proseBeside(run);
  return beside && { parts: [beside.prose, ...withTextsBeside(beside.rest)], taken: run.length };
}

/** The index after the last of the rows from `from` on that have several texts; `from` if it has not. */
function endOfRun(rows: readonly Row[], from: number): number {
  let end = from;
  for (let at = from; at < rows.length && at - end <= MOST_SINGLE; at++) {
    const row = rows[at];
    if (row !== undefined && mayBeBeside(row)) end = at + 1;
    else if (at === from) break;
  }
  return end;
}

const WORD = /\p{L}{2}/u;

/** Whether a row has several texts; a marker or number before a text is a part of it, and a field of its label. */
function mayBeBeside({ segments }: Row): boolean {
  if (segments.length < 2 || segments.some(({ isFilled }) => isFilled === true)) return false;
  return WORD.test(segments[0]?.text ?? "");
}
