import { deciding, placeOf } from "../../page/decision-log.ts";
import { markerOf } from "../geometry/markers.ts";
import type { TextBlock } from "../model/block.ts";
import type { BodyText } from "./body-text.ts";
import { isText, type Placed, type PlacedText } from "./document-page.ts";

export type RunningKind = Extract<TextBlock["kind"], "page_header" | "page_footer" | "page_number">;

/** Share of the page's height at its top and bottom in which headers and footers are. */
const MARGIN = 0.13;

/** A page's number below other text may be farther from the edge, as below the short columns of LaTeX. */
const MARGIN_OF_NUMBERS = 0.25;

/** Heights on the page within this distance, in points, are the same. */
const SAME_HEIGHT = 6;

const NUMBER_LINE =
  /^(?:(?:page|seite|p\.|pag\.|página|pagina|страница|第)\s*)?[-–—|•]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*(?:[-–—|•]|页|頁)?(?:\s*(?:of|von|de|di|\/|из|sur)\s*\d{1,4})?$/iu;

/**
 * Headers, footers and page numbers: texts in the margins that other pages repeat, apart from their digits. In a document
 * of one page, they are what stands beside "Page 1 of 2".
 */
export function runningTexts(
  pages: readonly (readonly Placed[])[],
  body: BodyText,
): ReadonlyMap<Placed["block"], RunningKind> {
  const byPage = pages.map((placed) => marginTexts(placed, body));
  const candidates = byPage.flat();
  const repeated = repeatedTexts(candidates);
  const ofOnePage = new Set(byPage.flatMap((own) => pageNumbers(own, pages.length)));
  if (pages.length === 1) for (const text of besideNumbers(candidates, ofOnePage, body)) ofOnePage.add(text);
  const found = new Map<Placed["block"], RunningKind>();
  for (const candidate of candidates) {
    const isRepeated = repeated.has(keyOnPage(candidate));
    const isRunning = isRepeated || candidate.block.role?.kind === "artifact" || ofOnePage.has(candidate);
    if (deciding.log !== undefined) recordMarginText(candidate, { isRunning, isRepeated });
    if (!isRunning) continue;
    const edge = candidate.side === "top" ? "page_header" : "page_footer";
    found.set(candidate.block, NUMBER_LINE.test(candidate.text) ? "page_number" : edge);
  }
  return found;
}

function recordMarginText(
  { page, block, side, isOutermost }: MarginText,
  { isRunning, isRepeated }: { readonly isRunning: boolean; readonly isRepeated: boolean },
): void {
  const place = side === "top" ? "header" : "footer";
  const rule = isRepeated
    ? "another page has it at the same height."
    : "it is the page's number, stands beside it, or is tagged as an artifact.";
  deciding.log?.recordOn(page, {
    question: "running_header",
    accepted: isRunning,
    outcome: isRunning
      ? `A running ${place}: ${rule}`
      : `No running ${place}: no other page has it at this height.`,
    box: placeOf(block.lines),
    reasons: [
      { fact: "lines", value: block.lines.length, limit: `at most ${MOST_LINES}` },
      { fact: "outermost text of the page", value: isOutermost ? "yes" : "no" },
    ],
  });
}

/** The keys of texts that another page has at the same height, each with its page. */
function repeatedTexts(candidates: readonly MarginText[]): ReadonlySet<string> {
  const repeated = new Set<string>();
  for (const own of Map.groupBy(candidates, ({ key }) => key).values()) {
    if (own.length === 1) continue;
    for (const text of own) {
      const isOnOther = own.some((other) => other.page !== text.page && isAtHeightOf(other, text));
      if (isOnOther) repeated.add(keyOnPage(text));
    }
  }
  return repeated;
}

function keyOnPage({ page, key }: MarginText): string {
  return `${page} ${key}`;
}

interface MarginText {
  readonly page: number;
  readonly block: PlacedText["block"];
  readonly text: string;
  readonly side: "top" | "bottom";
  readonly y: number;
  /** The text with "#" for numbers. */
  readonly key: string;
  readonly isInMargin: boolean;
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
  return placed.flatMap((one) =>
    isText(one) && one.block.lines.length <= MOST_LINES ? (marginText(one, { top, bottom, body }) ?? []) : [],
  );
}

interface PageEdges {
  /** The edges of all texts of the page. */
  readonly top: number;
  readonly bottom: number;
  readonly body: BodyText;
}

function marginText(one: PlacedText, { top, bottom, body }: PageEdges): MarginText | undefined {
  const { page, box, block } = one;
  const side = box.y1 < page.height / 2 ? "top" : "bottom";
  const inset = (side === "top" ? box.y1 : page.height - box.y0) / page.height;
  if (inset >= MARGIN_OF_NUMBERS) return undefined;
  const text = textOf(one);
  const reach = OUTERMOST * block.style.size;
  const isOutermost = side === "top" ? box.y0 <= top + reach : box.y1 >= bottom - reach;
  const isInMargin = inset < MARGIN;
  const isNumber = NUMBER_LINE.test(text);
  const isNumberBelow = isNumber && side === "bottom" && isOutermost && top < box.y0;
  if (!isInMargin && !isNumberBelow) return undefined;
  // Headings and items that differ in their number only are not running texts; a heading has text below it.
  const isItem = !isNumber && markerOf(text) !== undefined;
  const isContent = isItem || (block.style.size > LARGEST * body.style.size && !isNumberBelow);
  const words = isContent ? text : text.replaceAll(/\d+|\b[ivxlc]+\b/gu, "#");
  const key = `${side} ${words.toLowerCase()}`;
  const y = side === "top" ? box.y0 : box.y1;
  return { page: page.number, block, text, side, y, key, isInMargin, isOutermost };
}

/** Texts of one line reach less far up and down without ascenders and descenders, as a share of their size. */
const OUTERMOST = 0.3;

/** Larger than the body text by this factor, as headings are. */
const LARGEST = 1.05;

/** A running header has few lines. */
const MOST_LINES = 3;

function textOf({ block }: PlacedText): string {
  return block.lines.map(({ text }) => text).join(" ");
}

/** A number that says of itself that it is one of a page: "Page 3", "3 of 8". */
const WORDED_NUMBER = /^\p{L}{4,}|\d\s*(?:of|von|de|di|sur|из|\/)\s*\d/iu;

/** The texts on a page that are its number. */
function pageNumbers(onPage: readonly MarginText[], pages: number): readonly MarginText[] {
  const numbers = onPage.filter(({ isOutermost, text }) => isOutermost && NUMBER_LINE.test(text));
  const worded = numbers.filter(({ text }) => WORDED_NUMBER.test(text) && isOfPages(text));
  const bare = numbers.filter(({ side, text }) => side === "bottom" && !WORDED_NUMBER.test(text));
  const [only, other] = bare;
  // Several are labels of an axis at the bottom of the page.
  if (only === undefined || other !== undefined || !isBareNumber(only, onPage, pages)) return worded;
  return [...worded, only];
}

const OF_PAGES = /(?<page>\d+)\s*(?:of|von|de|di|sur|из|\/)\s*(?<pages>\d+)/iu;

/** Whether a number is at most that of the pages beside it: "0625/32" is a reference. */
function isOfPages(text: string): boolean {
  const found = OF_PAGES.exec(text)?.groups;
  return found === undefined || Number(found["page"]) <= Number(found["pages"]);
}

function isBareNumber(number: MarginText, onPage: readonly MarginText[], pages: number): boolean {
  const digits = /\d+/u.exec(number.text)?.[0];
  if (Number(digits) === number.page) return true;
  // Beside other text, digits may be an amount.
  const isAlone = !onPage.some((other) => other !== number && isBeside(other, number));
  return pages === 1 && number.isInMargin && (digits === undefined || isAlone);
}

/** A page has its number at the top and at the bottom, at most. */
const MOST_NUMBERS = 2;

/** Lines no larger than the body text that stand beside a page number that says so. */
function besideNumbers(
  candidates: readonly MarginText[],
  found: ReadonlySet<MarginText>,
  body: BodyText,
): readonly MarginText[] {
  const numbers = [...found].filter(({ text }) => WORDED_NUMBER.test(text)).slice(0, MOST_NUMBERS);
  return candidates.filter((candidate) => {
    const { lines, style } = candidate.block;
    const isSmallLine = lines.length === 1 && style.size <= LARGEST * body.style.size;
    return isSmallLine && numbers.some((number) => isBeside(candidate, number));
  });
}

function isBeside(text: MarginText, other: MarginText): boolean {
  return text.side === other.side && isAtHeightOf(text, other);
}

function isAtHeightOf(text: MarginText, { y }: MarginText): boolean {
  return Math.abs(text.y - y) < SAME_HEIGHT;
}
