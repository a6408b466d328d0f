import type { Rect } from "../../geometry/rect.ts";
import type { TextStyle } from "../model/page-structure.ts";
import { HEADING } from "../geometry/outlined-headings.ts";
import type { BodyText } from "./body-text.ts";
import { charactersOf, isText, type Placed, type TextOnPage } from "./document-page.ts";
import { isWholeSentence, NUMBERED } from "./heading-wording.ts";

/** Blocks that look like headings only because they are bold. */
export function isOnlyBold({ block: { role, style } }: TextOnPage, body: BodyText): boolean {
  return role?.kind !== "heading" && style.bold && style.size < HEADING * body.style.size;
}

/** At most so many blocks and characters follow a signature. */
const MOST_AFTER = 2;
const MOST_CHARACTERS_AFTER = 80;

/** Bold names at the end of the document, with nothing but their office or date below. */
export function signatures(
  likely: readonly TextOnPage[],
  placed: readonly Placed[],
  body: BodyText,
): readonly Placed["block"][] {
  const last = placed.filter(({ block }) => block.kind !== "figure").slice(-MOST_AFTER - 1);
  return last.flatMap(({ block }, at) => {
    const text = likely.find((own) => own.block === block);
    if (text === undefined || !isOnlyBold(text, body)) return [];
    const after = last.slice(at + 1);
    const characters = after.map((one) =>
      isText(one) && !isWholeSentence(one.block) ? charactersOf(one.block) : Infinity,
    );
    const sum = characters.reduce((total, count) => total + count, 0);
    return sum < MOST_CHARACTERS_AFTER ? [block] : [];
  });
}

/** A title is this much larger than the body text. */
const TITLE = 1.2;

/** Fewer characters are no prose. */
const PROSE = 120;

/**
 * The names, dates and places between the title of a document and its text: in the middle like the title, or right below it in
 * regular type, and in a style that no heading below has.
 */
export function bylines(
  likely: readonly TextOnPage[],
  placed: readonly Placed[],
  body: BodyText,
): readonly Placed["block"][] {
  const start = placed.findIndex((one) => one.page !== placed[0]?.page || isProse(one));
  const top = new Set(placed.slice(0, start < 0 ? undefined : start).map(({ block }) => block));
  const first = likely.filter(({ block }) => top.has(block));
  const largest = Math.max(...first.map(({ block }) => block.style.size));
  const title = first.find(({ block }) => block.style.size === largest);
  if (title === undefined || largest < TITLE * body.style.size) return [];
  const below = likely.filter(({ block }) => !top.has(block));
  const own = inOwnStyle(first, [title, ...below]);
  const found: Placed["block"][] = [];
  const after = placed.slice(placed.findIndex(({ block }) => block === title.block) + 1, top.size);
  let last: Placed["block"] = title.block;
  for (const [at, { block, box }] of after.entries()) {
    const style = own.get(block);
    if (style === undefined) continue;
    const isNext = (after[at - 1]?.block ?? title.block) === last && !style.bold;
    if (!isNext && !isInMiddle(box, title.box)) continue;
    found.push(block);
    if (isNext) last = block;
  }
  return found;
}

/** The texts in no size and weight of the others, without numbered ones and headings of the tags. */
function inOwnStyle(
  texts: readonly TextOnPage[],
  others: readonly TextOnPage[],
): ReadonlyMap<Placed["block"], TextStyle> {
  const keyOf = ({ block: { style } }: TextOnPage): string => `${style.size} ${style.bold}`;
  const known = new Set(others.map((text) => keyOf(text)));
  const own = texts.filter(
    (text) => !known.has(keyOf(text)) && text.block.role?.kind !== "heading" && !NUMBERED.test(text.text),
  );
  return new Map(own.map(({ block }) => [block, block.style]));
}

function isProse(one: Placed): boolean {
  if (!isText(one)) return one.block.kind === "table";
  return charactersOf(one.block) >= PROSE || isWholeSentence(one.block);
}

/** The texts with prose right below. */
export function overProseAmong(placed: readonly Placed[]): ReadonlySet<Placed["block"]> {
  return new Set(
    placed.flatMap(({ block }, at) => {
      const next = placed[at + 1];
      return next !== undefined && isText(next) && charactersOf(next.block) >= PROSE ? [block] : [];
    }),
  );
}

/** Whether two texts are centred on one axis: they begin apart, and their middles are no farther than a line is high. */
function isInMiddle(box: Rect, title: Rect): boolean {
  const size = box.y1 - box.y0;
  return Math.abs(box.x0 - title.x0) > size && Math.abs(box.x0 + box.x1 - title.x0 - title.x1) / 2 < size;
}
