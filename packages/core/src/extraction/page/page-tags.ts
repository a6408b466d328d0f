/** The part of a document's structure tree (ISO 32000-1, 14.7) that a page uses. */
export interface PageTags {
  /** In reading order, each element before its children. */
  readonly elements: readonly TagElement[];
  /** The element of each marked content of the page, in reading order: indices into `elements`. */
  readonly contents: readonly number[];
}

export interface TagElement {
  /** Standard structure type, such as "P" or "TD". */
  readonly type: string;
  /** Index of its parent; -1 for a top element. */
  readonly parent: number;
  /** Identifies the element on all pages that it is on. */
  readonly id: string;
  /** Alternative description, such as that of a figure; "" if there is none. */
  readonly description: string;
  /** Of a table: its size. */
  readonly table?: TagTable;
  /** Of a table cell: its place in the table. */
  readonly cell?: TagCell;
}

export interface TagTable {
  readonly rows: number;
  readonly columns: number;
  /** Rows at the top that label the columns. */
  readonly headRows: number;
}

export interface TagCell {
  /** Counted from 0. */
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

/** Values of `Glyphs.marked` for glyphs outside the structure. */
export const UNTAGGED = -1;

/** Artifacts: running headers, page numbers, ornaments. */
export const ARTIFACT = -2;
