import type { JoinedText } from "./joined-text.ts";
import type { Rect } from "../../geometry/rect.ts";
import { boxOfBlock } from "../geometry/figures.ts";
import type { PageBlock, PageTextBlock, TextStyle } from "../model/page-structure.ts";

/** What is needed of a page to find the blocks of its document. */
export type StructuredPage =
  | {
      readonly ok: true;
      readonly number: number;
      readonly width: number;
      readonly height: number;
      /** As in `PageText`. */
      readonly lines: Float32Array;
      /** A `PageStructure` as JSON. */
      readonly structure?: string;
    }
  | { readonly ok: false; readonly number: number };

/** A page that was read with its structure. */
export interface DocumentPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** As in `PageText`. */
  readonly lines: Float32Array;
  readonly blocks: readonly PageBlock[];
  readonly note: string;
}

/** A block, its page and its box on it. */
export interface Placed<B extends PageBlock = PageBlock> {
  readonly page: DocumentPage;
  readonly block: B;
  readonly box: Rect;
}

export type PlacedText = Placed<PageTextBlock>;

/** A text block with its lines joined. */
export interface TextOnPage extends PlacedText, JoinedText {}

export function placedOn<B extends PageBlock>(page: DocumentPage, block: B): Placed<B> {
  return { page, block, box: boxOfBlock(block) };
}

/** Whether a block is text. */
export function isText(placed: Placed): placed is PlacedText {
  return placed.block.kind === "text";
}

/** The number of characters in the lines of a block. */
export function charactersOf({ lines }: PageTextBlock): number {
  let characters = 0;
  for (const { text } of lines) characters += text.length;
  return characters;
}

/** The facts of a document that single blocks are compared with. */
export interface BodyText {
  /** The style of most of the text. */
  readonly style: TextStyle;
}

/** The style of most of the document's text, in characters. */
export function bodyTextOf(blocks: readonly PlacedText[]): BodyText {
  const counts = new Map<number, { style: TextStyle; characters: number }>();
  for (const { block } of blocks) {
    const { size, bold, monospaced } = block.style;
    const key = 4 * Math.round(size * 2) + (bold ? 2 : 0) + (monospaced ? 1 : 0);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { style: block.style, characters: charactersOf(block) });
    else known.characters += charactersOf(block);
  }
  const [most] = [...counts.values()].toSorted((a, b) => b.characters - a.characters);
  return { style: most?.style ?? { size: 10, bold: false, italic: false, monospaced: false } };
}
