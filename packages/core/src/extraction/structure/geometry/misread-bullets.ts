import type { Row } from "../../layout/rows/rows.ts";
import { SEGMENT_WORD, type Segment } from "../../layout/rows/segment.ts";

/** What text recognition reads in place of a bullet; letters only if they stand apart from the text. */
const SIGN = /^[®©¢€«»°*¤](?: |$)/u;
const LETTER = /^[eoOc0](?: |$)/u;

/** Left edges within this distance, in multiples of the text size, are one. */
const ALIGNED = 0.4;

/** Letters stand at least this far before their text, in multiples of the text size. */
const APART = 0.5;

/** Fewer items may be words. */
const FEWEST_ITEMS = 2;

/** Recognised rows with "•" for what was read in place of bullets: signs below each other, with nothing else between. */
export function withBullets(rows: readonly Row[]): readonly Row[] {
  const misread = rows.flatMap(({ segments }) =>
    segments.filter((segment, at) => isMisread(segment, segments[at + 1])),
  );
  if (misread.length < FEWEST_ITEMS) return rows;
  const candidates = new Set(misread);
  const bullets = new Set(misread.filter((own) => isBelowAnother(own, { rows, candidates })));
  if (bullets.size === 0) return rows;
  return rows.map((row) =>
    row.segments.some((segment) => bullets.has(segment))
      ? { ...row, segments: row.segments.map((own) => (bullets.has(own) ? bulleted(own) : own)) }
      : row,
  );
}

function isMisread({ text, words, size }: Segment, next: Segment | undefined): boolean {
  if (SIGN.test(text)) return true;
  const end = words[4];
  const start = words[SEGMENT_WORD.length + 2] ?? next?.x0;
  return LETTER.test(text) && end !== undefined && start !== undefined && start - end > APART * size;
}

/** Whether the nearest text at the same left edge, above or below, begins with such a sign as well. */
function isBelowAnother(
  own: Segment,
  { rows, candidates }: { readonly rows: readonly Row[]; readonly candidates: ReadonlySet<Segment> },
): boolean {
  const column = rows.flatMap(({ segments }) => segments.filter((segment) => isAligned(segment, own)));
  const at = column.indexOf(own);
  return [column[at - 1], column[at + 1]].some((other) => other !== undefined && candidates.has(other));
}

function isAligned(a: Segment, b: Segment): boolean {
  return Math.abs(a.x0 - b.x0) < ALIGNED * b.size;
}

function bulleted(segment: Segment): Segment {
  return { ...segment, text: `•${segment.text.slice(1)}` };
}
