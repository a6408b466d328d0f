import { markerOf } from "../geometry/markers.ts";
import type { TextBlock } from "../model/block.ts";
import { type BodyText, isText, type Placed, type PlacedText } from "./document-page.ts";

export type RunningKind = Extract<TextBlock["kind"], "page_header" | "page_footer" | "page_number">;

/** Share of the page's height at its top and bottom in which headers and footers are. */
const MARGIN = 0.13;

/** Heights on the page within this distance, in points, are the same. */
const SAME_HEIGHT = 6;

const NUMBER_LINE =
  /^(?:(?:page|seite|p\.|pag\.|página|pagina|страница|第)\s*)?[-–—|•]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:[-–—|•]|页|頁)?(?:\s*(?:of|von|de|di|\/|из|sur)\s*\d{1,4})?$/iu;

/** Headers, footers and page numbers: texts in the margins that other pages repeat, apart from their digits. */
export function runningTexts(
  pages: readonly (readonly Placed[])[],
  body: BodyText,
): ReadonlyMap<Placed["block"], RunningKind> {
  const candidates = pages.flatMap((placed) => marginTexts(placed, body));
  const repeated = new Set<string>();
  for (const own of Map.groupBy(candidates, ({ key }) => key).values()) {
    if (own.length === 1) continue;
    for (const text of own) {
      const isOnOther = own.some(({ page, y }) => page !== text.page && Math.abs(y - text.y) < SAME_HEIGHT);
      if (isOnOther) repeated.add(`${text.page} ${text.key}`);
    }
  }
  const found = new Map<Placed["block"], RunningKind>();
  for (const candidate of candidates) {
    const isRepeated =
      repeated.has(`${candidate.page} ${candidate.key}`) || candidate.block.role?.kind === "artifact";
    if (!isRepeated && !(candidate.isOutermost && isNumbered(candidate, pages.length))) continue;
    const edge = candidate.side === "top" ? "page_header" : "page_footer";
    found.set(candidate.block, NUMBER_LINE.test(candidate.text) ? "page_number" : edge);
  }
  return found;
}

interface MarginText {
  readonly page: number;
  readonly block: PlacedText["block"];
  readonly text: string;
  readonly side: "top" | "bottom";
  readonly y: number;
  /** The text with "#" for numbers. */
  readonly key: string;
  /** Nothing is above (below) it. */
  readonly isOutermost: boolean;
}

function marginTexts(placed: readonly Placed[], body: BodyText): readonly MarginText[] {
  let top = Infinity;
  let bottom = -Infinity;
  for (const { box } of placed) {
    top = Math.min(top, box.y0);
    bottom = Math.max(bottom, box.y1);
  }
  const found: MarginText[] = [];
  for (const one of placed) {
    if (!isText(one) || one.block.lines.length > MOST_LINES) continue;
    const { page, box } = one;
    const side = box.y1 < MARGIN * page.height ? "top" : "bottom";
    if (side === "bottom" && box.y0 < (1 - MARGIN) * page.height) continue;
    const text = textOf(one);
    const isOutermost = side === "top" ? box.y0 <= top + 1 : box.y1 >= bottom - 1;
    // Headings and items that differ in their number only are not running texts.
    const isContent = one.block.style.size > LARGEST * body.style.size || markerOf(text) !== undefined;
    const words = isContent ? text : text.replaceAll(/\d+|\b[ivxlc]+\b/gu, "#");
    const key = `${side} ${words.toLowerCase()}`;
    const y = side === "top" ? box.y0 : box.y1;
    found.push({ page: page.number, block: one.block, text, side, y, key, isOutermost });
  }
  return found;
}

/** Larger than the body text by this factor, as headings are. */
const LARGEST = 1.05;

/** A running header has few lines. */
const MOST_LINES = 3;

function textOf({ block }: PlacedText): string {
  return block.lines.map(({ text }) => text).join(" ");
}

/** Whether a text is the number of its page, or says so: "Page 3". */
function isNumbered({ text, page, side }: MarginText, pages: number): boolean {
  if (!NUMBER_LINE.test(text)) return false;
  const digits = /\d+/u.exec(text)?.[0];
  return (
    /^\p{L}{4,}/u.test(text) ||
    /\d\s*(?:of|von|de|\/)\s*\d/iu.test(text) ||
    (side === "bottom" && (Number(digits) === page || pages === 1))
  );
}
