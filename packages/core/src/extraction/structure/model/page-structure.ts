import type { Rect } from "../../geometry/rect.ts";

/**
 * The structure of one page: what a page alone shows, in reading order. Headings, lists, running headers and blocks that
 * go on over pages are found later, over all pages (`documentBlocks`). Plain data, because it is stored with the page.
 */
export interface PageStructure {
  readonly version: 1;
  readonly blocks: readonly PageBlock[];
  /** A note for the user, such as why the document's tags are not used; "" if there is none. */
  readonly note: string;
}

export type PageBlock = PageTextBlock | PageTable | PageFigure | PageField;

/** Consecutive lines of one style that belong together: a paragraph, a heading, a list item or a part of one. */
export interface PageTextBlock {
  readonly kind: "text";
  readonly lines: readonly PageLine[];
  readonly style: TextStyle;
  /** What the document's tags or its outline say about it; absent if they say nothing. */
  readonly role?: TextRole;
  /** The element of the document's tags that contains it; the same for all its parts on all pages. */
  readonly element?: string;
  /** It does not read in the page's main direction, such as a stamp in the margin. */
  readonly turned?: true;
  /** Left edge and width of the column that it is set in, in points. */
  readonly column: { readonly x0: number; readonly x1: number };
}

/** A line of text with its box, in points from the upper left corner of the page. */
export interface PageLine extends Rect {
  readonly text: string;
  /** It does not go on from the line above it, as in verses and addresses. */
  readonly isOwn?: true;
  /** Mean confidence of its words, 0 to 1; absent if it is 1. */
  readonly confidence?: number;
  /** Links on parts of the line. */
  readonly links?: readonly LineLink[];
  /** Bold and italic parts of the line. */
  readonly emphasis?: readonly LineEmphasis[];
}

/** Bold or italic text; offsets into the line's text, end exclusive. */
export interface LineEmphasis {
  readonly start: number;
  readonly end: number;
  readonly bold: boolean;
  readonly italic: boolean;
}

/** A link; offsets into the line's text, end exclusive. */
export interface LineLink {
  readonly start: number;
  readonly end: number;
  readonly url: string;
}

/** The style of most of a block's text. */
export interface TextStyle {
  /** Font size in points, rounded to a tenth. */
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly monospaced: boolean;
}

/** The role that the document itself gives to a text; a label is one in a drawing. */
export type TextRole =
  | {
      readonly kind: "heading";
      readonly level: number;
      /** The level is that of the outline; absent if the tags give it. */
      readonly source?: "outline";
    }
  | {
      readonly kind:
        | "title"
        | "paragraph"
        | "caption"
        | "footnote"
        | "artifact"
        | "code"
        | "formula"
        | "label";
    }
  | ItemRole;

/** A text in a list item. */
export interface ItemRole {
  readonly kind: "item";
  /** The elements of the item and of its outermost list. */
  readonly item: string;
  readonly list: string;
  /** 1 for an item of the outermost list. */
  readonly depth: number;
  /** Its marker as printed; "" if the tags do not part it from the text. */
  readonly label: string;
}

/** A table or the part of one that is on this page. */
export interface PageTable {
  readonly kind: "table";
  readonly box: Rect;
  readonly rows: number;
  readonly columns: number;
  /** Rows at the top that label the columns. */
  readonly headRows: number;
  /** By row, then by column. Cells without text are left out. */
  readonly cells: readonly TableCell[];
  /** Which lines are drawn: around the cells, between rows only, or none. */
  readonly ruling: "cells" | "rows" | "none";
  /** 0 to 1: how regular it is. */
  readonly confidence: number;
  /**
   * The element of the document's tags; the same for all parts of the table. The rows are then those of the whole table,
   * and the cells have their places in it.
   */
  readonly element?: string;
}

export interface TableCell {
  /** Counted from 0. */
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
  /** "\n" separates blocks and list items. */
  readonly text: string;
  /** Points; the box of its text. */
  readonly box: Rect;
  /** Its paragraphs and lists; absent if it is a single paragraph. */
  readonly blocks?: readonly CellBlock[];
}

/** A block in a table cell. */
export type CellBlock =
  | { readonly kind: "paragraph"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly CellItem[] };

export interface CellItem {
  /** The marker as printed, such as "•" or "3.". */
  readonly marker: string;
  readonly text: string;
}

/** A picture on the page. */
export interface PageFigure {
  readonly kind: "figure";
  readonly box: Rect;
  /** For readers who do not see it, from the document's tags; absent if there is none. */
  readonly description?: string;
}

/** A form field or check box with the text beside it. */
export interface PageField {
  readonly kind: "field";
  readonly type: "text" | "check_box" | "radio";
  readonly label: string;
  readonly value: string;
  /** Null for a text field. */
  readonly checked: boolean | null;
  readonly box: Rect;
}
