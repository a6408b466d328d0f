import type { Rect } from "../../geometry/rect.ts";
import type { TableCell } from "./page-structure.ts";

/** Version of the block model; it grows when a field changes its meaning or disappears. */
export const BLOCKS_VERSION = 1;

/** A place of a block: a box on a page, and the lines of the page's text that it covers. */
export interface BlockPlace {
  /** Counted from 1. */
  readonly page: number;
  /** Points from the upper left corner of the upright page. */
  readonly box: Rect;
  /** First and last line of the page's text, counted from 0; null if the text does not contain the block. */
  readonly lines: readonly [first: number, last: number] | null;
}

interface BlockFacts {
  /** "b1", "b2", … in reading order. */
  readonly id: string;
  /** One for each page or column that it is on, in reading order. */
  readonly places: readonly BlockPlace[];
  /** 0 to 1: the recognition confidence of its text and how certain its kind is. */
  readonly confidence: number;
}

/** A part of a text that is a link; offsets into the text, end exclusive. */
export interface TextLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** A part of a text that is bold or italic, or both; offsets into the text, end exclusive. */
export interface TextEmphasis {
  readonly start: number;
  readonly end: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

/**
 * A block of running text. Lines are joined, words broken at the end of a line are whole. "\n" separates lines that end by
 * themselves, as in verses and addresses.
 */
export interface TextBlock extends BlockFacts {
  readonly kind:
    | "title"
    | "paragraph"
    | "footnote"
    | "page_header"
    | "page_footer"
    | "page_number"
    | "caption"
    | "formula";
  readonly text: string;
  readonly links: readonly TextLink[];
  /** Empty for headings, which are emphasised as a whole. */
  readonly emphasis: readonly TextEmphasis[];
}

export interface HeadingBlock extends BlockFacts {
  readonly kind: "heading";
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  readonly links: readonly TextLink[];
  /** Empty for headings, which are emphasised as a whole. */
  readonly emphasis: readonly TextEmphasis[];
}

/** Lines of code, separated by "\n", with their indentation. */
export interface CodeBlock extends BlockFacts {
  readonly kind: "code";
  readonly text: string;
}

export interface ListBlock extends BlockFacts {
  readonly kind: "list";
  readonly ordered: boolean;
  readonly items: readonly ListItem[];
}

export interface ListItem {
  /** The marker as printed, such as "•" or "3." or "(a)". */
  readonly marker: string;
  readonly text: string;
  readonly links: readonly TextLink[];
  readonly emphasis: readonly TextEmphasis[];
  readonly places: readonly BlockPlace[];
  /** Nested lists. */
  readonly lists: readonly NestedList[];
}

export interface NestedList {
  readonly ordered: boolean;
  readonly items: readonly ListItem[];
}

export interface TableBlock extends BlockFacts {
  readonly kind: "table";
  readonly rows: number;
  readonly columns: number;
  /** Rows at the top that label the columns. */
  readonly headRows: number;
  /** By row, then by column; cells without text are left out. */
  readonly cells: readonly PlacedCell[];
  readonly caption: string;
}

export interface PlacedCell extends TableCell {
  /** Counted from 1. */
  readonly page: number;
}

export interface FigureBlock extends BlockFacts {
  readonly kind: "figure";
  readonly caption: string;
  /** For readers who do not see it, as the document gives it; "" if it gives none. */
  readonly description: string;
}

export interface FormFieldBlock extends BlockFacts {
  readonly kind: "form_field";
  readonly label: string;
  readonly value: string;
}

export interface CheckBoxBlock extends BlockFacts {
  readonly kind: "check_box";
  readonly label: string;
  readonly checked: boolean;
}

export type Block =
  | TextBlock
  | HeadingBlock
  | CodeBlock
  | ListBlock
  | TableBlock
  | FigureBlock
  | FormFieldBlock
  | CheckBoxBlock;

export type BlockKind = Block["kind"];

/** The blocks of a document in reading order. */
export interface DocumentBlocks {
  readonly version: typeof BLOCKS_VERSION;
  readonly pages: readonly { readonly number: number; readonly width: number; readonly height: number }[];
  readonly blocks: readonly Block[];
  /** Notes for the user, such as tags that were not used. */
  readonly notes: readonly string[];
}
