/** A document as all readers return it, before it is typeset. Lengths are in points. */
export interface FlowDocument {
  readonly title: string;
  readonly sections: Iterable<Section>;
  /** What was left out or could not be read, as sentences for the job's message. Complete once all sections are read. */
  readonly notes: readonly string[];
  /** Files that the document contains, such as the attachments of a mail. */
  readonly files: readonly ContainedFile[];
}

/** A file inside another one. */
export interface ContainedFile {
  readonly name: string;
  readonly bytes: () => Uint8Array;
}

export type Section = TextSection | SheetSection | SlideSection;

/** Text that flows over as many pages as it needs. */
export interface TextSection {
  readonly kind: "text";
  readonly page: PageSize;
  readonly header: PageParts;
  readonly footer: PageParts;
  readonly numbering: PageNumbering;
  readonly blocks: readonly Block[];
}

/** How the pages of a section are numbered. */
export interface PageNumbering {
  /** The number of its first page; undefined to go on with the number after that of the page before. */
  readonly start: number | undefined;
  /** See `formattedNumber`. */
  readonly format: string;
}

/** Headers or footers of pages. */
export interface PageParts {
  readonly every: readonly Block[];
  /** Those of the first page and of even pages; undefined if they are like the others. */
  readonly first?: readonly Block[] | undefined;
  readonly even?: readonly Block[] | undefined;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
  /** All four margins are at least this wide. */
  readonly margin: number;
}

/** A4 with margins of 2 cm. */
export const A4: PageSize = { width: 595, height: 842, margin: 57 };

/** A page whose size and margin are within the limits of typesetting. */
export function pageSize({ width, height, margin }: PageSize): PageSize {
  const bounded = (value: number, least: number, most: number): number =>
    Math.min(Math.max(value, least), most);
  const boundedWidth = bounded(width, 200, 3000);
  return {
    width: boundedWidth,
    height: bounded(height, 200, 3000),
    margin: bounded(margin, 18, boundedWidth / 6),
  };
}

/** A sheet of a workbook: wide pages of so many rows each. */
export interface SheetSection {
  readonly kind: "sheet";
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** Rows that are repeated at the top of every page. */
  readonly headRows: number;
}

export interface SheetRow {
  readonly cells: readonly SheetCell[];
}

export interface SheetCell {
  /** Counted from 0. */
  readonly column: number;
  readonly columnSpan: number;
  readonly text: string;
  readonly align: Align;
  readonly bold: boolean;
  /** Comments on the cell; "" for none. */
  readonly remark: string;
}

/** A page with text at its place. */
export interface SlideSection {
  readonly kind: "slide";
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly SlideBox[];
}

export interface SlideBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly anchor: "top" | "middle" | "bottom";
  readonly blocks: readonly Block[];
}

export type Block = Paragraph | Table | Picture | Remark | PageBreak;

export type Align = "left" | "center" | "right";

export interface Paragraph {
  readonly kind: "paragraph";
  /** 1 to 6 for a heading, 0 for body text. */
  readonly level: number;
  readonly runs: readonly Run[];
  /** Bullet or number of a list item; "" for none. */
  readonly marker: string;
  readonly indent: number;
  readonly align: Align;
  readonly spaceBefore: number;
  readonly spaceAfter: number;
  /** It is a footnote or an endnote, or a part of one. */
  readonly isNote?: true;
}

/** Text of one style. "\n" breaks the line, "\t" advances to the next tab stop. */
export interface Run {
  readonly text: string;
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  /** A reader of the document does not see it: it is written in white, as hidden text of a PDF is. */
  readonly isHidden?: boolean;
  /** Its text is a number of pages, which is set anew on each page if it is in a header or footer. */
  readonly count?: PageCount;
}

/** The number of the page, or of all pages of the document. */
export interface PageCount {
  readonly of: "page" | "pages";
  /** See `formattedNumber`; undefined for numbers of pages as the section has them. */
  readonly format?: string | undefined;
  /** Added to the number. */
  readonly offset?: number;
}

export interface Table {
  readonly kind: "table";
  /** Relative widths; empty to fit the content. */
  readonly columnWidths: readonly number[];
  readonly rows: readonly TableRow[];
  /** Rows that are repeated at the top of every page. */
  readonly headRows: number;
}

export interface TableRow {
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly columnSpan: number;
  readonly rowSpan: number;
  readonly blocks: readonly Block[];
}

export interface Picture {
  readonly kind: "picture";
  readonly bytes: () => Uint8Array;
  /** Size on the page in points; undefined to use the picture's own. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  /** Description for readers who do not see it. */
  readonly description: string;
}

/** A note that shows only when it is opened: a comment, or the notes of a slide. */
export interface Remark {
  readonly kind: "remark";
  readonly author: string;
  readonly text: string;
}

export interface PageBreak {
  readonly kind: "page-break";
}

/** Size of body text unless the document says otherwise. */
export const BODY_SIZE = 10;

const PLAIN: Omit<Run, "text"> = { size: BODY_SIZE, bold: false, italic: false };

export function run(text: string, style: Partial<Run> = {}): Run {
  return { ...PLAIN, ...style, text };
}

const PLAIN_PARAGRAPH: Omit<Paragraph, "runs"> = {
  kind: "paragraph",
  level: 0,
  marker: "",
  indent: 0,
  align: "left",
  spaceBefore: 0,
  spaceAfter: 4,
};

export function paragraph(runs: readonly Run[], style: Partial<Paragraph> = {}): Paragraph {
  return { ...PLAIN_PARAGRAPH, ...style, runs };
}

/** A note that begins with its mark. */
export function withMark(blocks: readonly Block[], mark: string): readonly Block[] {
  const [first, ...rest] = blocks;
  if (first?.kind !== "paragraph") return [paragraph([run(mark)]), ...blocks];
  // Word processors write a space between the mark and the text.
  const [start, ...runs] = first.runs;
  const trimmed = start ? [{ ...start, text: start.text.trimStart() }, ...runs] : runs;
  return [{ ...first, runs: trimmed, marker: mark }, ...rest];
}

/** The notes of a text, below a line; nothing if there are none. */
export function notesBelowLine(notes: readonly Block[]): readonly Block[] {
  if (notes.length === 0) return [];
  const marked = notes.map((block): Block =>
    block.kind === "paragraph" ? { ...block, isNote: true } : block,
  );
  return [paragraph([run("――――――")], { spaceBefore: 8 }), ...marked];
}

/** Sizes of headings by level; level 0 is body text. */
const HEADING_SIZES = [BODY_SIZE, 18, 15, 13, 12, 11, 10.5] as const;

export function heading(level: number, text: string): Paragraph {
  const capped = Math.min(Math.max(level, 1), 6);
  const size = HEADING_SIZES[capped] ?? BODY_SIZE;
  return paragraph([run(text, { size, bold: true })], { level: capped, spaceBefore: 8 });
}

/** The size of text in a heading of this level. */
export function headingSize(level: number): number {
  return HEADING_SIZES[level] ?? BODY_SIZE;
}

export function textSection(
  blocks: readonly Block[],
  {
    header = { every: [] },
    footer = { every: [] },
    page = A4,
    numbering = { start: undefined, format: "decimal" },
  }: Partial<TextSection> = {},
): TextSection {
  return { kind: "text", page, header, footer, numbering, blocks };
}
