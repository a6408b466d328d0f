import type { JoinedText } from "./joined-text.ts";
import type { Rect } from "../../geometry/rect.ts";
import { boxOfBlock } from "../geometry/figures.ts";
import type { PageBlock, PageTextBlock } from "../model/page-structure.ts";

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
