import type { DocumentContext } from "../../document/document-context.ts";
import type { FieldDocument } from "../../document/field-document.ts";
import type { Segment, SegmentLine } from "../../text/segment.ts";
import type { TaughtValue } from "./fields-example.ts";
import type { Shift } from "./look.ts";
import { hasWords, patternOf } from "./text-pattern.ts";

/** Where a value of an example stands in another document of the same look. */
export interface SamePlace {
  readonly segment: Segment;
  /** Offsets into the segment's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Whether what names the value was found, or only its place. */
  readonly by: "label" | "place";
}

export interface PlaceSearch {
  readonly document: FieldDocument;
  readonly context: DocumentContext;
  readonly shift: Shift;
}

/** Where a value may stand, the likeliest first: beside or below what named it in the example, then where it stood. */
export function samePlaces(taught: TaughtValue, search: PlaceSearch): readonly SamePlace[] {
  return [labelledPlaces(taught, search), atPlace(taught, search)].flatMap((found) =>
    byDistance(found, taught, search).map((place) => withoutRest(place, taught)),
  );
}

function labelledPlaces(taught: TaughtValue, search: PlaceSearch): readonly SamePlace[] {
  if (hasWords(taught.before)) {
    const whole = besideLabel(taught.before, search);
    return whole.length > 0 ? whole : afterLabel(taught.before, search);
  }
  if (hasWords(taught.left)) return besideLabel(taught.left, search);
  return hasWords(taught.above) ? belowLabel(taught, search) : [];
}

/** Right of a label, in its segment or the one after it: a longer value leaves a narrower gap. */
function besideLabel(label: string, { context }: PlaceSearch): readonly SamePlace[] {
  const pattern = patternOf(label, "start");
  return context.lines.flatMap(({ segments }) =>
    segments.flatMap((segment, at): readonly SamePlace[] => {
      const start = pattern.exec(segment.text)?.[0].length;
      if (start === undefined) return [];
      const rest = segment.text.slice(start);
      // "Total" is not the beginning of "Totally".
      if (/\p{L}$/u.test(label) && /^\p{L}/u.test(rest)) return [];
      if (/[\p{L}\p{N}]/u.test(rest)) return [{ segment, start, end: segment.text.length, by: "label" }];
      const next = segments[at + 1];
      return next === undefined ? [] : [{ segment: next, start: 0, end: next.text.length, by: "label" }];
    }),
  );
}

/** Behind the last words before a value, anywhere in a segment: what stands before them changes with the document. */
function afterLabel(before: string, { context }: PlaceSearch): readonly SamePlace[] {
  const label = before.slice(before.search(/[^\p{N}]*$/u)).replace(/^[^\p{L}]+/u, "");
  if (!hasWords(label)) return [];
  const pattern = patternOf(label, "anywhere");
  return context.lines.flatMap(({ segments }) =>
    segments.flatMap((segment): readonly SamePlace[] => {
      const found = pattern.exec(segment.text);
      const end = segment.text.length;
      return found === null ? [] : [{ segment, start: found.index + found[0].length, end, by: "label" }];
    }),
  );
}

/** Points; lines of the same distance in two documents. */
const SAME_DROP = 4;

/** Points; edges of the same column. */
const SAME_EDGE = 6;

function belowLabel(taught: TaughtValue, { context: { lines }, shift }: PlaceSearch): readonly SamePlace[] {
  const pattern = patternOf(taught.above, "whole");
  return lines.flatMap(({ segments }, lineAt) =>
    segments
      .filter(({ text }) => pattern.test(text))
      .flatMap((label) =>
        linesBelow(lines, lineAt, label).flatMap((line) =>
          alignedIn(line, taught, shift).filter(
            ({ segment }) => Math.abs(segment.box.y0 - label.box.y0 - taught.drop) <= SAME_DROP,
          ),
        ),
      )
      .map((found) => ({ ...found, by: "label" as const })),
  );
}

function linesBelow(
  lines: readonly SegmentLine[],
  lineAt: number,
  { page }: Segment,
): readonly SegmentLine[] {
  return lines.slice(lineAt + 1, lineAt + 1 + LINES_BELOW).filter((line) => line.page === page);
}

/** Other columns may have lines between a label and its value. */
const LINES_BELOW = 6;

function atPlace(taught: TaughtValue, search: PlaceSearch): readonly SamePlace[] {
  const { context, shift } = search;
  return context.lines
    .filter(({ page, whole }) => isSamePage(taught, page, search) && isSameRow(taught, whole, shift))
    .flatMap((line) => alignedIn(line, taught, shift));
}

/** The segments of a line that begin or end where the value of the example did. */
function alignedIn({ segments }: SegmentLine, taught: TaughtValue, shift: Shift): readonly SamePlace[] {
  const [x0, , x1] = taught.box;
  return segments
    .filter(
      ({ box }) =>
        (taught.before === "" && Math.abs(box.x0 - x0 - shift.x) <= SAME_EDGE) ||
        (taught.after === "" && Math.abs(box.x1 - x1 - shift.x) <= SAME_EDGE),
    )
    .map((segment) => ({ segment, start: 0, end: segment.text.length, by: "place" }));
}

function isSameRow({ box: [, y0] }: TaughtValue, { box }: Segment, shift: Shift): boolean {
  return Math.abs(box.y0 - y0 - shift.y) <= SAME_DROP;
}

/** Counted from the first page, or from the last. */
function isSamePage({ page, pageFromEnd }: TaughtValue, number: number, { document }: PlaceSearch): boolean {
  const last = document.pages.at(-1)?.number ?? number;
  return number - 1 === page || (page > 0 && last - number === pageFromEnd);
}

/** What is farther away than a page is on another one. */
const OTHER_PAGE = 10_000;

function byDistance(
  places: readonly SamePlace[],
  taught: TaughtValue,
  search: PlaceSearch,
): readonly SamePlace[] {
  const { shift } = search;
  const [x0, y0, x1] = taught.box;
  const distance = ({ segment: { box, page } }: SamePlace): number =>
    Math.min(Math.abs(box.x0 - x0 - shift.x), Math.abs(box.x1 - x1 - shift.x)) +
    Math.abs(box.y0 - y0 - shift.y) +
    (isSamePage(taught, page, search) ? 0 : OTHER_PAGE);
  return places.toSorted((a, b) => distance(a) - distance(b));
}

/** Without what stood behind the value in the example, too. */
function withoutRest(place: SamePlace, { after }: TaughtValue): SamePlace {
  if (!/[\p{L}\p{N}]/u.test(after)) return place;
  const text = place.segment.text.slice(place.start, place.end);
  const rest = patternOf(after, "end").exec(text);
  return rest === null || rest.index === 0 ? place : { ...place, end: place.start + rest.index };
}
