import type { Rect } from "../../geometry/rect.ts";
import { HEADING, MOST_CHARACTERS, MOST_LINES } from "../geometry/outlined-headings.ts";
import type { PageTextBlock, TextStyle } from "../model/page-structure.ts";
import { charactersOf, isText, type Placed, type PlacedText } from "./document-page.ts";
import { areOfAddress, isLabelWithValue, isNoHeading, isWholeSentence } from "./heading-wording.ts";

/** The facts of a document that single blocks are compared with. */
export interface BodyText {
  /** The style of most of the text. */
  readonly style: TextStyle;
  /** Whether regular type of a size sets other text rather than headings: the size makes no headings. */
  readonly setsText: (style: TextStyle) => boolean;
}

/**
 * What a document's text is set in, by the characters of the texts that are no headings of smaller text below them: in a
 * short document, the headings have more.
 */
export function bodyTextOf(placed: readonly Placed[]): BodyText {
  const uses = new Map<number, Use>();
  for (const [at, one] of placed.entries()) {
    if (!isText(one)) continue;
    const key = keyOf(one.block.style);
    const use = uses.get(key) ?? { style: one.block.style, characters: 0, inText: 0, headings: 0, texts: 0 };
    uses.set(key, use);
    const characters = charactersOf(one.block);
    use.characters += characters;
    const isOfText = isNeverHeading(placed, at, one.block);
    const below = isOfText ? "alike" : kindBelow(one, placed[at + 1]);
    if (below !== "smaller") use.inText += characters;
    if (isOfText) use.texts++;
    else if (below !== "alike") use.headings++;
  }
  const all = [...uses.values()];
  const [most] = all.toSorted((a, b) => b.inText - a.inText || b.characters - a.characters);
  return {
    style: most?.style ?? { size: 10, bold: false, italic: false, monospaced: false },
    setsText: (style) => {
      const use = uses.get(keyOf({ ...style, bold: false }));
      return use !== undefined && use.texts > use.headings;
    },
  };
}

/** How a style is used. */
interface Use {
  readonly style: TextStyle;
  characters: number;
  /** The characters of texts without smaller text below. */
  inText: number;
  /** How many texts may be headings of what is below them. */
  headings: number;
  /** How many texts are no headings, whatever is below them. */
  texts: number;
}

/** Equal for styles that differ by less than half a point. */
function keyOf({ size, bold, monospaced }: TextStyle): number {
  return 4 * Math.round(size * 2) + (bold ? 2 : 0) + (monospaced ? 1 : 0);
}

/** Whether a text is a paragraph, an address, or labels with their values. */
function isNeverHeading(placed: readonly Placed[], at: number, block: PageTextBlock): boolean {
  const { lines } = block;
  if (lines.length > MOST_LINES || charactersOf(block) > MOST_CHARACTERS) return true;
  if (isWholeSentence(block) || areOfAddress(lines) || isLabelWithValue(placed, at)) return true;
  const text = lines.map((line) => line.text).join(" ");
  return /\p{L}/u.test(text) && isNoHeading(text);
}

/** Whether what follows below a text is smaller, set otherwise, or alike; of tables and figures, only that they follow is known. */
function kindBelow(
  { page, block, box }: PlacedText,
  next: Placed | undefined,
): "smaller" | "other" | "alike" {
  if (next === undefined || next.page !== page || !isBelow(next.box, box)) return "alike";
  if (!isText(next)) return "other";
  const { style } = next.block;
  if (block.style.size >= HEADING * style.size) return "smaller";
  return block.style.bold && !style.bold ? "other" : "alike";
}

function isBelow(box: Rect, above: Rect): boolean {
  return box.y0 >= (above.y0 + above.y1) / 2 && box.x0 < above.x1 && above.x0 < box.x1;
}
