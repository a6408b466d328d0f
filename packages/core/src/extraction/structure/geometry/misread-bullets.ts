import type { DirectionRows } from "../../layout/layout-page.ts";
import type { Row } from "../../layout/rows/rows.ts";
import { SEGMENT_WORD, type Segment } from "../../layout/rows/segment.ts";
import type { FontFacts } from "../../page/page-content.ts";
import { isMonospaced } from "./piece.ts";

/** What text recognition reads in place of a bullet; letters only if they stand apart from the text. */
const SIGN = /^[®©¢€«»°*¤](?: |$)/u;
const LETTER = /^[eoOc0](?: |$)/u;

const CURRENCY = /^[¢€¤]/u;
const AMOUNT = /^[-–(]?\d/u;

/** Left edges within this distance, in multiples of the text size, are one. */
const ALIGNED = 0.4;

/** Letters stand at least this far before their text, in multiples of the text size. */
const APART = 0.5;

/** Fewer items may be words. */
const FEWEST_ITEMS = 2;

/**
 * The rows with "•" for what was recognised in place of bullets: signs below each other, with nothing else between, and
 * for letters in a font of their own. Other words of the document itself stay as they are.
 */
export function withBullets(direction: DirectionRows, fonts: readonly FontFacts[]): readonly Row[] {
  const { rows } = direction;
  if (!fonts.some((font) => font.recognised || isMonospaced(font))) return rows;
  const misread = rows.flatMap(({ segments }) =>
    segments.filter(
      (segment, at) =>
        isMisread(segment, segments[at + 1]) && isFirstWordRecognised(segment, direction, fonts),
    ),
  );
  const candidates = new Set(misread);
  const read =
    misread.length < FEWEST_ITEMS ? [] : misread.filter((own) => isBelowAnother(own, { rows, candidates }));
  const bullets = new Set([...read, ...typedBullets(direction, fonts)]);
  if (bullets.size === 0) return rows;
  return rows.map((row) =>
    row.segments.some((segment) => bullets.has(segment))
      ? { ...row, segments: row.segments.map((own) => (bullets.has(own) ? bulleted(own) : own)) }
      : row,
  );
}

const TYPED = /^o(?: |$)/u;

/** The letter "o" in a font of its own, which word processors type as a bullet of the second level. */
function typedBullets({ rows, glyphs }: DirectionRows, fonts: readonly FontFacts[]): readonly Segment[] {
  const isTyped = (i: number | undefined): boolean => {
    const font = i === undefined ? undefined : fonts[glyphs.font(i)];
    return font !== undefined && isMonospaced(font);
  };
  return rows.flatMap(({ segments }) =>
    segments.filter((segment, at) => {
      if (!TYPED.test(segment.text)) return false;
      const [sign, ...others] = segment.glyphs ?? [];
      const after = others[0] ?? segments[at + 1]?.glyphs?.[0];
      return isTyped(sign) && after !== undefined && !isTyped(after);
    }),
  );
}

function isFirstWordRecognised(
  { words, glyphs: members = new Int32Array(0) }: Segment,
  { glyphs }: DirectionRows,
  fonts: readonly FontFacts[],
): boolean {
  const [, , x0 = 0, , x1 = 0] = words;
  const own = members.filter((i) => glyphs.right(i) > x0 && glyphs.left(i) < x1);
  return own.length > 0 && own.every((i) => fonts[glyphs.font(i)]?.recognised === true);
}

function isMisread({ text, words, size }: Segment, next: Segment | undefined): boolean {
  if (SIGN.test(text)) return !isCurrency(text, next);
  const end = words[4];
  const start = words[SEGMENT_WORD.length + 2] ?? next?.x0;
  return LETTER.test(text) && end !== undefined && start !== undefined && start - end > APART * size;
}

/** Whether a sign stands before an amount, as currencies do. */
function isCurrency(text: string, next: Segment | undefined): boolean {
  const amount = text.length > 1 ? text.slice(2) : (next?.text ?? "");
  return CURRENCY.test(text) && AMOUNT.test(amount);
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
