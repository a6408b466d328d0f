import { z } from "zod";

/** One trimmed part of a selection; linear time for input that does not match. */
const PART = /^(\d+)(?:\s*(-)\s*(\d+)?)?$/;

/** Bounds the length of a selection. */
const MAX_SELECTION_LENGTH = 10_000;

/** A page selection: numbers, ranges and open ranges, separated by commas; "" selects every page. */
export const selectionSchema = z
  .string()
  .max(MAX_SELECTION_LENGTH, { abort: true })
  .refine((selection) => partsOf(selection) !== undefined, {
    message: 'expected numbers and ranges separated by commas, such as "1-3,7,9-"',
  });

/**
 * Returns the numbers from `first` to `last` that a selection such as "1-3,7,9-" names, ascending and without
 * duplicates. Numbers out of range are ignored. A malformed selection, which the schema rejects, selects nothing.
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

/** The ranges of a selection; undefined if it is malformed. */
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
