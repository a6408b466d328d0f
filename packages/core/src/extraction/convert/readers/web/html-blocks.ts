import {
  headingSize,
  paragraph,
  type Block,
  type Paragraph,
  type Run,
  type Table,
  type TableCell,
  type TableRow,
} from "../../model/flow-document.ts";
import { elementsOf, numberOf, type XmlElement } from "../xml/xml-element.ts";
import { listMarkers } from "./html-lists.ts";
import type { PictureSource } from "./pictures.ts";

/** Elements whose content is not shown. */
const HIDDEN: ReadonlySet<string> = new Set([
  "head",
  "title",
  "script",
  "style",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "audio",
  "video",
  "canvas",
  "datalist",
]);

/** Elements that start and end a paragraph. */
const BLOCKS: ReadonlySet<string> = new Set([
  "address",
  "article",
  "aside",
  "blockquote",
  "body",
  "caption",
  "center",
  "dd",
  "details",
  "dialog",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "header",
  "hgroup",
  "html",
  "legend",
  "li",
  "main",
  "nav",
  "ol",
  "optgroup",
  "option",
  "p",
  "pre",
  "section",
  "select",
  "summary",
  "table",
  "tbody",
  "td",
  "tfoot",
  "th",
  "thead",
  "tr",
  "ul",
]);

const INDENT = 18;
const MAX_INDENT = 180;
const MAX_SPAN = 1000;

interface Style {
  readonly size: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly level: number;
  readonly indent: number;
  readonly isPreformatted: boolean;
}

const PLAIN: Style = {
  size: headingSize(0),
  bold: false,
  italic: false,
  level: 0,
  indent: 0,
  isPreformatted: false,
};

/** Makes the elements of HTML into blocks. */
export class HtmlBlocks {
  readonly #picture: PictureSource;
  readonly #blocks: Block[] = [];
  #runs: Run[] = [];
  #marker = "";

  constructor(picture: PictureSource) {
    this.#picture = picture;
  }

  of(root: XmlElement): readonly Block[] {
    this.#readChildren(root, PLAIN);
    this.#end(PLAIN);
    return this.#blocks;
  }

  #readChildren(element: XmlElement, style: Style): void {
    for (const child of element.children) {
      if (typeof child === "string") this.#text(child, style);
      else this.#element(child, style);
    }
  }

  #element(element: XmlElement, style: Style): void {
    const { name } = element;
    if (HIDDEN.has(name) || element.attributes["hidden"] !== undefined) return;
    if (name === "br") this.#add("\n", style);
    else if (name === "hr") this.#end(style);
    else if (name === "img" || name === "image") this.#image(element, style);
    else if (name === "input") this.#input(element, style);
    else if (name === "select") this.#select(element, style);
    else if (name === "mfrac") this.#fraction(element, style);
    else if (name === "table") this.#table(element, style);
    else if (name === "ul" || name === "ol") this.#list(element, style);
    else if (BLOCKS.has(name) || /^h[1-6]$/.test(name)) this.#block(element, style);
    else this.#readChildren(element, inlineStyle(name, style));
  }

  #block(element: XmlElement, style: Style): void {
    this.#end(style);
    const own = blockStyle(element, style);
    this.#readChildren(element, own);
    this.#end(own);
  }

  #list(list: XmlElement, style: Style): void {
    this.#end(style);
    const own = { ...style, indent: Math.min(style.indent + INDENT, MAX_INDENT) };
    const markers = listMarkers(list);
    for (const child of list.children) {
      if (typeof child === "string") this.#text(child, own);
      else if (child.name === "li") {
        this.#end(own);
        this.#marker = markers.get(child) ?? "•";
        this.#block(child, own);
        this.#marker = "";
      } else this.#element(child, own);
    }
    this.#end(own);
  }

  #table(table: XmlElement, style: Style): void {
    this.#end(style);
    const parts = elementsOf(table);
    for (const caption of parts.filter(({ name }) => name === "caption")) this.#block(caption, style);
    const rows = rowsOf(table);
    const block: Table = {
      kind: "table",
      columnWidths: [],
      rows: rows.map((row) => this.#row(row, rows.length)),
      headRows: headRowsOf(table),
    };
    // A table of one cell is a frame of a page's layout.
    const [only, ...others] = block.rows.flatMap(({ cells }) => cells);
    if (only && others.length === 0) this.#blocks.push(...only.blocks);
    else if (only) this.#blocks.push(block);
    // Text between rows is invalid; browsers show it.
    for (const child of table.children) if (typeof child === "string") this.#text(child, style);
    this.#end(style);
  }

  #row(row: XmlElement, rowCount: number): TableRow {
    const cells = elementsOf(row).filter(({ name }) => name === "td" || name === "th");
    return {
      cells: cells.map((cell): TableCell => ({
        columnSpan: spanOf(cell, "colspan", MAX_SPAN),
        rowSpan: spanOf(cell, "rowspan", rowCount),
        blocks: cellBlocks(cell, this.#picture),
      })),
    };
  }

  #image(element: XmlElement, style: Style): void {
    const { attributes } = element;
    const description = attributes["alt"] ?? "";
    const bytes = this.#picture(attributes["src"] ?? attributes["href"] ?? "");
    if (!bytes) {
      this.#add(description, style);
      return;
    }
    this.#end(style);
    const inPoints = (value: number | undefined): number | undefined => value && value * 0.75;
    const [width, height] = [numberOf(element, "width"), numberOf(element, "height")].map(inPoints);
    this.#blocks.push({ kind: "picture", bytes: () => bytes, width, height, description });
  }

  #input({ attributes }: XmlElement, style: Style): void {
    const { type = "text", value = "", checked } = attributes;
    if (type === "hidden" || type === "password") return;
    if (type === "checkbox" || type === "radio") this.#add(checked === undefined ? "☐ " : "☑ ", style);
    else this.#add(value, style);
  }

  /** What is chosen; a list that shows several options stays a list. */
  #select(select: XmlElement, style: Style): void {
    const isList = select.attributes["multiple"] !== undefined || (numberOf(select, "size") ?? 1) > 1;
    if (isList) {
      this.#block(select, style);
      return;
    }
    const options = optionsOf(select);
    const chosen = options.findLast(({ attributes }) => attributes["selected"] !== undefined) ?? options[0];
    if (chosen) this.#readChildren(chosen, style);
  }

  /** A fraction of MathML, whose parts would read as one number. */
  #fraction(fraction: XmlElement, style: Style): void {
    for (const [index, part] of elementsOf(fraction).entries()) {
      if (index > 0) this.#add("/", style);
      const isGroup = elementsOf(part).length > 1;
      if (isGroup) this.#add("(", style);
      this.#element(part, style);
      if (isGroup) this.#add(")", style);
    }
  }

  #text(text: string, style: Style): void {
    if (style.isPreformatted) this.#add(text.replaceAll("\t", "    "), style);
    else this.#add(text.replaceAll(/[ \t\n\f\r]+/g, " "), style);
  }

  #add(text: string, { size, bold, italic, isPreformatted }: Style): void {
    const last = this.#runs.at(-1)?.text ?? "\n";
    const shown = !isPreformatted && /[\s]$/.test(last) && text !== "\n" ? text.replace(/^ /, "") : text;
    if (shown !== "") this.#runs.push({ text: shown, size, bold, italic });
  }

  /** Ends the paragraph. */
  #end(style: Style): void {
    const runs = this.#runs;
    this.#runs = [];
    if (runs.every(({ text }) => text.trim() === "")) return;
    this.#blocks.push(paragraphOf(runs, { level: style.level, indent: style.indent, marker: this.#marker }));
    this.#marker = "";
  }
}

function paragraphOf(
  runs: readonly Run[],
  { level, indent, marker }: { readonly level: number; readonly indent: number; readonly marker: string },
): Paragraph {
  return paragraph(runs, { level, marker, indent, spaceBefore: level > 0 ? 8 : 0 });
}

function cellBlocks(cell: XmlElement, picture: PictureSource): readonly Block[] {
  const element = { ...cell, name: cell.name === "th" ? "b" : "" };
  const blocks = new HtmlBlocks(picture).of({ name: "", attributes: {}, children: [element] });
  return blocks.map((block, index) =>
    block.kind === "paragraph" && index === blocks.length - 1 ? { ...block, spaceAfter: 0 } : block,
  );
}

function rowsOf(table: XmlElement): readonly XmlElement[] {
  return elementsOf(table).flatMap((part) => {
    if (part.name === "tr") return [part];
    return ["thead", "tbody", "tfoot", "form"].includes(part.name) ? rowsOf(part) : [];
  });
}

/** The rows of the head, which browsers repeat on each printed page. */
function headRowsOf(table: XmlElement): number {
  const first = elementsOf(table).find(({ name }) => name !== "caption" && name !== "colgroup");
  return first?.name === "thead" ? rowsOf(first).length : 0;
}

/** The options of a choice, also those in groups. */
function optionsOf(select: XmlElement): readonly XmlElement[] {
  return elementsOf(select).flatMap((child) => (child.name === "optgroup" ? optionsOf(child) : [child]));
}

function spanOf(cell: XmlElement, attribute: string, most: number): number {
  const span = Math.floor(numberOf(cell, attribute) ?? 1);
  return Math.min(Math.max(span === 0 ? most : span, 1), Math.max(most, 1));
}

function blockStyle({ name, children }: XmlElement, style: Style): Style {
  const level = /^h([1-6])$/.exec(name)?.[1];
  if (level !== undefined) {
    const size = headingSize(Number(level));
    return { ...style, level: Number(level), size, bold: true };
  }
  if (name === "pre") return { ...style, isPreformatted: children.length > 0 };
  if (name === "blockquote" || name === "dd")
    return { ...style, indent: Math.min(style.indent + INDENT, MAX_INDENT) };
  return name === "dt" ? { ...style, bold: true } : style;
}

function inlineStyle(name: string, style: Style): Style {
  if (name === "b" || name === "strong" || name === "th") return { ...style, bold: true };
  if (name === "i" || name === "em" || name === "cite" || name === "var") return { ...style, italic: true };
  if (name === "textarea") return { ...style, isPreformatted: true };
  return style;
}
