import {
  headingSize,
  notesBelowLine,
  paragraph,
  run,
  type Block,
  type Table,
  type TableCell,
  type TableRow,
  withMark,
} from "../../model/flow-document.ts";
import { shownMarker } from "../../model/numbered-lists.ts";
import { childOf, childrenOf, elementsOf, numberOf, textOf, type XmlElement } from "../../xml/xml-element.ts";
import { firstParagraph, listItems, type OpenLists } from "./open-lists.ts";
import { objectBlocks, pictureBytes, type OpenFiles } from "./open-objects.ts";
import { isHiddenParagraph, OpenRuns } from "./open-runs.ts";
import { lengthOf, PLAIN_STYLE, type OpenStyle, type OpenStyles } from "./open-styles.ts";

const INDENT = 18;

/** Repetitions of rows and cells are bounded, because a file may declare any number. */
const MAX_REPEATED = 1000;

/** Deleted text, form definitions and variables: content that is not shown where it stands. */
const SKIPPED: ReadonlySet<string> = new Set([
  "tracked-changes",
  "forms",
  "sequence-decls",
  "variable-decls",
  "user-field-decls",
  "note-citation",
  "notes",
  "script",
  "event-listeners",
]);

/** Reads the paragraphs, lists and tables of an OpenDocument file. */
export class OpenBlocks {
  readonly #files: OpenFiles;
  readonly #styles: OpenStyles;
  readonly #lists: OpenLists;
  /** Notes whose text follows at the end. */
  readonly #notes: Block[] = [];
  #marks = 0;

  constructor(files: OpenFiles, styles: OpenStyles, lists: OpenLists) {
    this.#files = files;
    this.#styles = styles;
    this.#lists = lists;
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
    if (SKIPPED.has(name) || isHiddenSection(element)) return [];
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
    if (isHiddenParagraph(element)) return [];
    const level =
      element.name === "h" ? Math.min(Math.max(numberOf(element, "outline-level") ?? 1, 1), 6) : 0;
    const start = level > 0 ? { ...base, size: headingSize(level), bold: true } : base;
    const style = this.#styles.of("paragraph", element.attributes["style-name"], start);
    const content = new OpenRuns(this.#styles, (inner) => this.#inside(inner, base));
    content.read(element, style);
    const hasText = content.runs.length > 0;
    const number = level > 0 && marker === "" ? this.#lists.headingNumber(element, level) : marker;
    const shown = shownMarker(number, hasText);
    const text = paragraph(hasText ? content.runs : [run("", { size: style.size })], {
      level: hasText || shown !== "" ? level : 0,
      marker: shown,
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
      this.#notes.push(...withMark(this.of(childOf(element, "note-body"), base), mark));
      return mark;
    }
    if (element.name === "annotation") return [this.#remark(element)];
    if (isDrawn(element)) return this.#block(element, base);
    return SKIPPED.has(element.name) ? [] : undefined;
  }

  /** The style of a list: its own, or that of its first paragraph. */
  #listStyle(list: XmlElement): string {
    const style = firstParagraph(list)?.attributes["style-name"];
    return (
      list.attributes["style-name"] ?? this.#styles.attribute("paragraph", style, "list-style-name") ?? ""
    );
  }

  #list(list: XmlElement, { base, level, outer }: OpenListContext): readonly Block[] {
    const style = this.#listStyle(list);
    const opened =
      outer && (list.attributes["style-name"] ?? outer.style) === outer.style ? outer : undefined;
    const own = opened ?? { style, key: this.#lists.open(list, style) };
    const indent = level * INDENT;
    return listItems(list).flatMap(({ elements, isNumbered, start }): readonly Block[] => {
      const text = elements.find(({ name }) => name === "p" || name === "h");
      // Headings in a list without a style have the numbers of the outline.
      const isMarked = isNumbered && text !== undefined && (text.name === "p" || this.#lists.has(own.style));
      let marker = isMarked ? this.#lists.marker(own.key, level, start) : "";
      return elements.flatMap((element) => {
        if (element.name === "list") return this.#list(element, { base, level: level + 1, outer: own });
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
    const content = object ? objectBlocks(object, this.#files) : [];
    if (content.length > 0) return content;
    const bytes = pictureBytes(frame, this.#files);
    if (!bytes) return [];
    return [
      {
        kind: "picture",
        bytes,
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

interface OpenListContext {
  readonly base: OpenStyle;
  /** Counted from 1. */
  readonly level: number;
  /** The list around it. */
  readonly outer?: { readonly style: string; readonly key: string };
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

function isHiddenSection({ name, attributes }: XmlElement): boolean {
  if (name !== "section") return false;
  return (
    attributes["display"] === "none" ||
    (attributes["display"] === "condition" && attributes["is-hidden"] === "true")
  );
}

function repetitions(element: XmlElement, attribute: string): number {
  return Math.min(Math.max(numberOf(element, attribute) ?? 1, 1), MAX_REPEATED);
}
