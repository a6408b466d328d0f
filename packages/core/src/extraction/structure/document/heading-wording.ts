import { isLabelled, isPlace } from "../../layout/order/text-kinds.ts";
import { isContentsEntry, markerOf } from "../geometry/markers.ts";
import type { PageTextBlock } from "../model/page-structure.ts";
import { charactersOf, isText, type Placed } from "./document-page.ts";

/** The number of a section before its title. */
export const NUMBERED =
  /^(?:(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.|[IVX]{1,5}\.|§\s*\d+\.?)\s+\p{Lu}|(?:chapter|section|appendix|article|part|annex|kapitel|abschnitt|anhang|artikel|article|chapitre)\s+[\dA-Z])/iu;

/** A web address, such as that of a page printed from a browser, or a line that goes on. */
const NO_HEADING = /^(?:https?:\/\/|www\.)\S|,$/iu;

/** A place to write at, and a text that is all in brackets, such as "(continued)" or "[Total: 6]". */
const FILLED_IN = /\.{5}|…{2}|_{3}/u;
const REMARK = /^(?:\([^()]*\)\s*|\[[^[\]]*\]\s*)+$/u;

/** Whether the wording of a text is none of a heading. */
export function isNoHeading(text: string): boolean {
  return (
    !/\p{L}/u.test(text) ||
    isBulleted(text) ||
    NO_HEADING.test(text) ||
    FILLED_IN.test(text) ||
    REMARK.test(text) ||
    isContentsEntry(text)
  );
}

/** Whether a text begins with a bullet, which is an ornament before the number of a section. */
function isBulleted(text: string): boolean {
  const marker = markerOf(text);
  return marker?.ordered === false && !NUMBERED.test(marker.rest);
}

/** Shorter texts with a full stop may be headings, such as "Chapter 1." */
const SHORTEST_SENTENCE = 40;

export function isSentence(text: string): boolean {
  return text.length >= SHORTEST_SENTENCE && /[.!]$|[.!?] \p{Lu}/u.test(text);
}

/** Whether a text is prose, which ends with a full stop. */
export function isWholeSentence(block: PageTextBlock): boolean {
  return charactersOf(block) >= SHORTEST_SENTENCE && block.lines.at(-1)?.text.endsWith(".") === true;
}

/** A title has a number in one of two lines, an address a street and a place. */
const FEWEST_OF_ADDRESS = 3;

export function areOfAddress(lines: PageTextBlock["lines"]): boolean {
  return lines.length >= FEWEST_OF_ADDRESS && lines.some(({ text }) => isPlace(text));
}

const WORD = /\p{L}{4}|\p{L}\p{Ll}{2}/u;

/** "Total: 1.234,92 EUR", "Reference: K/728": a value of digits without a word. */
function endsInValue(text: string): boolean {
  const value = text.slice(1 + Math.max(text.lastIndexOf(":"), text.lastIndexOf("：")));
  return /\p{N}/u.test(value) && !WORD.test(value);
}

/** Whether a text is a label with its value: the value is no word, or labels alike are next to it. "Part 1: Roads" is a heading. */
export function isLabelWithValue(placed: readonly Placed[], at: number): boolean {
  const one = placed[at];
  if (one === undefined || !isText(one)) return false;
  const text = one.block.lines[0]?.text ?? "";
  if (!isLabelled(text)) return false;
  return (
    endsInValue(text) || isLabelAlike(placed[at - 1], one.block) || isLabelAlike(placed[at + 1], one.block)
  );
}

function isLabelAlike(other: Placed | undefined, { style }: PageTextBlock): boolean {
  if (other === undefined || !isText(other) || !other.block.lines.every(({ text }) => isLabelled(text)))
    return false;
  return other.block.style.size === style.size;
}
