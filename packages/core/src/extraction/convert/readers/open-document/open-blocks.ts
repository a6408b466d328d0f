import type { ZipArchive } from "../../archive/zip.ts";
import { formattedNumber } from "../../model/list-numbers.ts";
import {
  headingSize,
  notesBelowLine,
  paragraph,
  run,
  type Block,
  type Run,
  type Table,
  type TableCell,
  type TableRow,
} from "../../model/flow-document.ts";
import { childOf, childrenOf, elementsOf, numberOf, textOf, type XmlElement } from "../xml/xml-element.ts";
import { objectBlocks } from "./open-objects.ts";
import { lengthOf, PLAIN_STYLE, type OpenStyle, type OpenStyles } from "./open-styles.ts";

const INDENT = 18;

/** Repetitions of rows, cells and spaces are bounded, because a file may declare any number. */
const MAX_REPEATED = 1000;

/** Deleted text, form definitions and variables: content that is not shown where it stands. */
const SKIPPED: ReadonlySet<string> = new Set([
  "tracked-changes",
  "forms",
  "sequence-decls",
  "variable-decls",
  "user-field-decls",
  "note-citation",
  "title",
  "desc",
  "notes",
]);

/** The pictures and objects of a file by their name. */
export type OpenFiles = Pick<ZipArchive, "read">;

/** Reads the paragraphs, lists and tables of an OpenDocument file. */
export class OpenBlocks {
  readonly #archive: OpenFiles;
  readonly #styles: OpenStyles;
  /** Notes whose text follows at the end. */
  readonly #notes: Block[] = [];
  #marks = 0;

  constructor(archive: OpenFiles, styles: OpenStyles) {
    this.#archive = archive;
    this.#styles = styles;
  }

  /** The blocks of a container. */
  of(container: XmlElement | undefined, base: OpenStyle = PLAIN_STYLE): readonly Block[] {
    return elementsOf(container).flatMap((element) => this.#block(element, base));
  }

  /** The notes that were referred to so far, after a line. */
  notes(): readonly Block[] {
    return notesBelowLine(this.#notes.splice(0));
  }

  /** The blocks of one element. */
  #block(element: XmlElement, base: OpenStyle): readonly Block[] {
    const { name } = element;
    if (SKIPPED.has(name)) return [];
    if (name === "p" || name === "h") return this.#paragraph(element, { base });
    if (name === "list") return this.#list(element, { base, level: 1 });
    if (name === "table") return [this.#table(element, base)];
    if (name === "frame") return this.#frame(element, base);
    if (name === "annotation") return [this.#remark(element)];
    // Sections, indexes, shapes.
    return this.of(element, base);
  }

  #paragraph(
    element: XmlElement,
    {
      base,
      indent = 0,
      marker = "",
    }: { readonly base: OpenStyle; readonly indent?: number; readonly marker?: string },
  ): readonly Block[] {
    const level =
      element.name === "h" ? Math.min(Math.max(numberOf(element, "outline-level") ?? 1, 1), 6) : 0;
    const start = level > 0 ? { ...base, size: headingSize(level), bold: true } : base;
    const style = this.#styles.of("paragraph", element.attributes["style-name"], start);
    const content = new OpenRuns(this.#styles, (inner) => this.#inside(inner, base));
    content.read(element, style);
    const text = paragraph(content.runs.length > 0 ? content.runs : [run("", { size: style.size })], {
      level: content.runs.length > 0 ? level : 0,
      marker,
      indent,
      align: style.align,
    });
    const blocks = style.breaksPage ? [{ kind: "page-break" as const }, text] : [text];
    return [...blocks, ...content.floating];
  }

  /** What is inside a paragraph without being its text; a string replaces it there. */
  #inside(element: XmlElement, base: OpenStyle): string | readonly Block[] | undefined {
    if (element.name === "note") {
      const mark = `[${++this.#marks}]`;
      const [first, ...rest] = this.of(childOf(element, "note-body"), base);
      if (first) this.#notes.push(first.kind === "paragraph" ? { ...first, marker: mark } : first, ...rest);
      return mark;
    }
    if (element.name === "annotation") return [this.#remark(element)];
    if (isDrawn(element)) return this.#block(element, base);
    return SKIPPED.has(element.name) ? [] : undefined;
  }

  #list(
    list: XmlElement,
    {
      base,
      level,
      style = list.attributes["style-name"],
    }: { readonly base: OpenStyle; readonly level: number; readonly style?: string | undefined },
  ): readonly Block[] {
    const format = this.#styles.listLevel(style, level);
    const indent = level * INDENT;
    let number = numberOf(format, "start-value") ?? 1;
    return elementsOf(list).flatMap((item): readonly Block[] => {
      const isNumbered = format?.name === "list-level-style-number" && item.name === "list-item";
      const shown = isNumbered ? formattedNumber(number++, format.attributes["num-format"] ?? "1") : "";
      const { "num-prefix": prefix = "", "num-suffix": suffix = "" } = format?.attributes ?? {};
      let marker =
        item.name !== "list-item" ? "" : isNumbered ? `${prefix}${shown}${suffix}` : bulletOf(format);
      return elementsOf(item).flatMap((element) => {
        if (element.name === "list")
          return this.#list(element, {
            base,
            level: level + 1,
            style: element.attributes["style-name"] ?? style,
          });
        if (element.name !== "p" && element.name !== "h") return this.#block(element, base);
        const blocks = this.#paragraph(element, { base, indent, marker });
        marker = "";
        return blocks;
      });
    });
  }

  #table(table: XmlElement, base: OpenStyle): Table {
    const heads = childrenOf(table, "table-header-rows").flatMap((part) => this.#rows(part, base));
    const rows = [...heads, ...this.#rows(table, base)];
    return { kind: "table", columnWidths: [], rows, headRows: heads.length };
  }

  #rows(container: XmlElement, base: OpenStyle): readonly TableRow[] {
    return elementsOf(container).flatMap((element): readonly TableRow[] => {
      if (element.name === "table-rows" || element.name === "table-row-group")
        return this.#rows(element, base);
      if (element.name !== "table-row") return [];
      const cells = childrenOf(element, "table-cell").flatMap((cell) => this.#cells(cell, base));
      const isEmpty = cells.every(({ blocks }) => blocks.length === 0);
      return Array.from({ length: isEmpty ? 1 : repetitions(element, "number-rows-repeated") }, () => ({
        cells,
      }));
    });
  }

  #cells(cell: XmlElement, base: OpenStyle): readonly TableCell[] {
    const span = (attribute: string): number =>
      Math.min(Math.max(numberOf(cell, attribute) ?? 1, 1), MAX_REPEATED);
    const blocks = this.of(cell, base);
    const one: TableCell = {
      columnSpan: span("number-columns-spanned"),
      rowSpan: span("number-rows-spanned"),
      blocks,
    };
    return Array.from({ length: repetitions(cell, "number-columns-repeated") }, () => one);
  }

  /** The content of a frame: a text box, a picture, a table or an object. */
  #frame(frame: XmlElement, base: OpenStyle): readonly Block[] {
    const box = childOf(frame, "text-box");
    if (box) return this.of(box, base);
    const table = childOf(frame, "table");
    if (table) return [this.#table(table, base)];
    const object = childOf(frame, "object");
    const inside = object ? objectBlocks(object, this.#archive) : [];
    if (inside.length > 0) return inside;
    const images = childrenOf(frame, "image").map(({ attributes }) => attributes["href"] ?? "");
    const stored = images.filter((href) => href !== "" && !/^\w+:/.test(href));
    // Frames have the picture again in other formats, of which only some can be shown.
    const href = stored.find((name) => !/\.(?:wmf|emf|svm)$/i.test(name)) ?? stored[0];
    if (href === undefined) return [];
    return [
      {
        kind: "picture",
        bytes: () => this.#archive.read(href.replace(/^\.\//, "")) ?? new Uint8Array(0),
        width: lengthOf(frame.attributes["width"]),
        height: lengthOf(frame.attributes["height"]),
        description: textOf(childOf(frame, "title") ?? childOf(frame, "desc")),
      },
    ];
  }

  #remark(annotation: XmlElement): Block {
    const text = childrenOf(annotation, "p").map(textOf).join("\n");
    return { kind: "remark", author: textOf(childOf(annotation, "creator")), text };
  }
}

const SHAPES: ReadonlySet<string> = new Set([
  "custom-shape",
  "g",
  "rect",
  "ellipse",
  "circle",
  "line",
  "polyline",
  "polygon",
  "regular-polygon",
  "path",
  "connector",
  "measure",
  "caption",
  "text-box",
  "control",
]);

/** Whether the element is a shape, a picture or an object. */
export function isDrawn({ name }: XmlElement): boolean {
  return name === "frame" || SHAPES.has(name);
}

function bulletOf(format: XmlElement | undefined): string {
  const bullet = format?.attributes["bullet-char"] ?? "•";
  return /^[\ue000-\uf8ff]/.test(bullet) ? "•" : bullet;
}

function repetitions(element: XmlElement, attribute: string): number {
  return Math.min(Math.max(numberOf(element, attribute) ?? 1, 1), MAX_REPEATED);
}

/** Reads the text of a paragraph. */
class OpenRuns {
  readonly #styles: OpenStyles;
  readonly #inside: (element: XmlElement) => string | readonly Block[] | undefined;
  readonly runs: Run[] = [];
  readonly floating: Block[] = [];

  constructor(styles: OpenStyles, inside: (element: XmlElement) => string | readonly Block[] | undefined) {
    this.#styles = styles;
    this.#inside = inside;
  }

  read(container: XmlElement, style: OpenStyle): void {
    for (const child of container.children) {
      if (typeof child === "string") this.#add(child.replaceAll(/[ \t\r\n]+/g, " "), style);
      else this.#element(child, style);
    }
  }

  #element(element: XmlElement, style: OpenStyle): void {
    if (element.name === "s") {
      this.#add(" ".repeat(Math.min(numberOf(element, "c") ?? 1, MAX_REPEATED)), style);
      return;
    }
    if (element.name === "tab") return this.#add("\t", style);
    if (element.name === "line-break") return this.#add("\n", style);
    const inside = this.#inside(element);
    if (typeof inside === "string") this.#add(inside, style);
    else if (inside) this.floating.push(...inside);
    else this.read(element, this.#styles.of("text", element.attributes["style-name"], style));
  }

  #add(text: string, { size, bold, italic }: OpenStyle): void {
    if (text !== "") this.runs.push({ text, size, bold, italic });
  }
}
