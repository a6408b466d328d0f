import { z } from "zod";

/** Of a part without blanks around it. One that fails does so in one pass. */
const PART = /^(\d+)(?:\s*(-)\s*(\d+)?)?$/;

/** Longer lists are refused: a selection names pages, it does not carry a document. */
const MAX_SELECTION_LENGTH = 10_000;

/** The written form of a selection: numbers, ranges and open ranges, separated by commas; "" selects everything. */
export const selectionSchema = z
  .string()
  .max(MAX_SELECTION_LENGTH, { abort: true })
  .refine((selection) => partsOf(selection) !== undefined, {
    message: 'expected numbers and ranges separated by commas, such as "1-3,7,9-"',
  });

/**
 * The numbers from `first` to `last` that a selection such as "1-3,7,9-" names, in ascending order and once each.
 * What lies outside is clipped; a selection that is not well formed selects nothing, since the schema refuses it.
 */
export function selectNumbers(selection: string, first: number, last: number): number[] {
  const ranges = (partsOf(selection) ?? []).toSorted((a, b) => a.from - b.from);
  const selected: number[] = [];
  let next = first;
  for (const { from, to } of ranges) {
    for (next = Math.max(next, from); next <= Math.min(to, last); next++) selected.push(next);
  }
  return selected;
}

/** The ranges that a selection names, or undefined when it is not well formed. */
function partsOf(selection: string): readonly { from: number; to: number }[] | undefined {
  if (selection.trim() === "") return [{ from: 0, to: Infinity }];
  const parts = selection.split(",").map((part) => rangeOf(part));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

function rangeOf(part: string): { from: number; to: number } | undefined {
  const match = PART.exec(part.trim());
  if (!match) return undefined;
  const from = Number(match[1]);
  if (match[2] === undefined) return { from, to: from };
  const to = match[3] === undefined ? Infinity : Number(match[3]);
  return from <= to ? { from, to } : undefined;
}
