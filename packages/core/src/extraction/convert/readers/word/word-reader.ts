import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import {
  A4,
  notesBelowLine,
  pageSize,
  textSection,
  type Block,
  type FlowDocument,
  type PageNumbering,
  type PageParts,
  type PageSize,
  type Remark,
  type Section,
  withMark,
} from "../../model/flow-document.ts";
import type { NumberFormatter } from "../office-xml/chart-table.ts";
import type { NumberedLists } from "../../model/numbered-lists.ts";
import { drawingText } from "../office-xml/drawing-text.ts";
import { OfficePackage, type OfficePart } from "../office-xml/office-package.ts";
import {
  childOf,
  childrenOf,
  elementsBelow,
  elementsOf,
  findElement,
  numberOf,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { insertedDocuments, type ReadInserted } from "./inserted-documents.ts";
import { wordBlocks, type BlockContext } from "./word-blocks.ts";
import { wordLists } from "./word-numbering.ts";
import { isSwitchedOn, WordStyles } from "./word-styles.ts";

/** Reads a Word document (DOCX, DOCM, DOTX). */
export async function readWord(
  archive: ZipArchive,
  readInserted: ReadInserted,
  formatted?: NumberFormatter,
): Promise<FlowDocument> {
  const file = new OfficePackage(archive, formatted);
  const main = file.mainPart() ?? file.part("word/document.xml");
  const body = findElement(main?.root, "body");
  if (!main || !body) {
    throw new ExtractionError("DAMAGED_DOCUMENT", "The Word document is damaged: its text is missing.");
  }
  const inserted = await insertedDocuments(file, main, readInserted);
  const reader = new WordReader(file, main, inserted.blocks);
  return { title: file.title(), sections: reader.sections(body), notes: inserted.notes, files: [] };
}

class WordReader {
  readonly #file: OfficePackage;
  readonly #main: OfficePart;
  readonly #styles: WordStyles;
  readonly #numbering: NumberedLists;
  readonly #notes: Record<"footnote" | "endnote", Notes>;
  /** The notes that were referred to, with their marks. */
  #referred: { readonly mark: string; readonly part: OfficePart; readonly element: XmlElement }[] = [];
  #marks = 0;
  #comments: ReadonlyMap<string, XmlElement> | undefined;
  readonly #hasEvenPages: boolean;
  readonly #inserted: ReadonlyMap<string, readonly Block[]>;
  /** The parts of the section before, which a section without its own continues. */
  readonly #lastParts = new Map<string, PageParts>();
  /** Headers and footers by the name of their part: thousands of sections may have the same. */
  readonly #repeated = new Map<string, readonly Block[]>();

  constructor(file: OfficePackage, main: OfficePart, inserted: ReadonlyMap<string, readonly Block[]>) {
    this.#file = file;
    this.#inserted = inserted;
    this.#main = main;
    this.#styles = new WordStyles(file.related(main, "styles")?.root);
    this.#numbering = wordLists(file.related(main, "numbering")?.root);
    const settings = file.related(main, "settings");
    this.#hasEvenPages = isSwitchedOn(elementsOf(settings?.root)[0], "evenAndOddHeaders");
    this.#notes = {
      footnote: notesOf(file.related(main, "footnotes"), "footnote"),
      endnote: notesOf(file.related(main, "endnotes"), "endnote"),
    };
  }

  sections(body: XmlElement): readonly Section[] {
    return joined(dividedSections(body)).map((section) => this.#section(section));
  }

  #section({ body, properties }: WordSection): Section {
    const blocks = [...this.#blocks(body, this.#main), ...this.#noteBlocks()];
    const header = this.#parts(properties, "headerReference");
    const footer = this.#parts(properties, "footerReference");
    return textSection(blocks, {
      page: pageOf(properties),
      header,
      footer,
      numbering: numberingOf(properties),
    });
  }

  #blocks(container: XmlElement, part: OfficePart): readonly Block[] {
    return wordBlocks(container, this.#context(part));
  }

  #context(part: OfficePart): BlockContext {
    return {
      styles: this.#styles,
      numbering: this.#numbering,
      picture: (relation, size) => ({
        kind: "picture",
        bytes: () => this.#file.bytesByRelation(part, relation) ?? new Uint8Array(0),
        ...size,
      }),
      remark: (id) => this.#remark(id),
      drawingText: (relation) => drawingText(this.#file, part, relation),
      noteMark: (kind, id) => this.#noteMark(kind, id),
      inserted: (relation) => this.#inserted.get(relation) ?? [],
    };
  }

  #remark(id: string): Remark | undefined {
    this.#comments ??= byId(this.#file.related(this.#main, "comments"), "comment");
    const comment = this.#comments.get(id);
    if (!comment) return undefined;
    const text = [...elementsBelow(comment, "p")].map(textOf).join("\n");
    return { kind: "remark", author: comment.attributes["author"] ?? "", text };
  }

  #noteMark(kind: "footnote" | "endnote", id: string): string {
    const { part, elements } = this.#notes[kind];
    const element = elements.get(id);
    if (!part || !element) return "";
    const mark = `[${++this.#marks}]`;
    this.#referred.push({ mark, part, element });
    return mark;
  }

  /** The notes of the section that was just read, after a line. */
  #noteBlocks(): readonly Block[] {
    const blocks: Block[] = [];
    // Notes may refer to further notes.
    while (this.#referred.length > 0) {
      const referred = this.#referred;
      this.#referred = [];
      for (const { mark, part, element } of referred)
        blocks.push(...withMark(this.#blocks(element, part), mark));
    }
    return notesBelowLine(blocks);
  }

  /** The blocks of a header or footer; undefined if there is no such part. */
  #repeatedBlocks(name: string | undefined): readonly Block[] | undefined {
    if (name === undefined) return undefined;
    const known = this.#repeated.get(name);
    if (known) return known;
    const part = this.#file.part(name);
    const root = elementsOf(part?.root)[0];
    if (!part || !root) return undefined;
    const blocks = this.#blocks(root, part);
    this.#repeated.set(name, blocks);
    return blocks;
  }

  #parts(properties: XmlElement | undefined, name: "headerReference" | "footerReference"): PageParts {
    const references = childrenOf(properties, name);
    const blocksOf = (type: string): readonly Block[] | undefined => {
      const reference = references.find(({ attributes }) => attributes["type"] === type);
      return this.#repeatedBlocks(this.#main.relations.get(reference?.attributes["r:id"] ?? "")?.part);
    };
    const last = this.#lastParts.get(name);
    const parts = {
      every: blocksOf("default") ?? last?.every ?? [],
      first: isSwitchedOn(properties, "titlePg") ? (blocksOf("first") ?? last?.first) : undefined,
      even: this.#hasEvenPages ? (blocksOf("even") ?? last?.even) : undefined,
    };
    this.#lastParts.set(name, parts);
    return parts;
  }
}

interface Notes {
  readonly part: OfficePart | undefined;
  readonly elements: ReadonlyMap<string, XmlElement>;
}

function notesOf(part: OfficePart | undefined, kind: string): Notes {
  return { part, elements: byId(part, kind) };
}

/** The elements of a name by their id; the first of each. */
function byId(part: OfficePart | undefined, name: string): ReadonlyMap<string, XmlElement> {
  const elements = [...elementsBelow(part?.root, name)].toReversed();
  return new Map(elements.map((element) => [element.attributes["id"] ?? "", element]));
}

interface WordSection {
  readonly body: XmlElement;
  readonly properties: XmlElement | undefined;
}

/** The sections of a document: each ends with an element that has its properties. */
function dividedSections(body: XmlElement): readonly WordSection[] {
  const sections: WordSection[] = [];
  let start = 0;
  const elements = elementsOf(body);
  for (const [index, element] of elements.entries()) {
    const properties = element.name === "sectPr" ? element : childOf(childOf(element, "pPr"), "sectPr");
    if (!properties) continue;
    sections.push({ body: { ...body, children: elements.slice(start, index + 1) }, properties });
    start = index + 1;
  }
  const rest = elements.slice(start);
  return rest.length === 0
    ? sections
    : [...sections, { body: { ...body, children: rest }, properties: undefined }];
}

/** Sections that go on below the one before are read as one, unless they have pages or headers of their own. */
function joined(sections: readonly WordSection[]): readonly WordSection[] {
  const groups: { body: XmlElement; properties: XmlElement | undefined }[] = [];
  for (const section of sections) {
    const last = groups.at(-1);
    if (last && goesOn(section, last))
      last.body = { ...last.body, children: [...last.body.children, ...section.body.children] };
    else groups.push({ ...section });
  }
  return groups;
}

function goesOn({ properties }: WordSection, before: WordSection): boolean {
  const type = childOf(properties, "type")?.attributes["val"];
  if (type !== "continuous" && type !== "nextColumn") return false;
  const hasOwnParts = elementsOf(properties).some(({ name }) => name.endsWith("Reference"));
  return !hasOwnParts && pageOf(properties).width === pageOf(before.properties).width;
}

function numberingOf(properties: XmlElement | undefined): PageNumbering {
  const numbering = childOf(properties, "pgNumType");
  return {
    start: numberOf(numbering, "start"),
    format: numbering?.attributes["fmt"] ?? "decimal",
  };
}

/** Sizes are in twentieths of a point. */
function pageOf(properties: XmlElement | undefined): PageSize {
  const size = childOf(properties, "pgSz");
  const margins = childOf(properties, "pgMar");
  const inPoints = (element: XmlElement | undefined, attribute: string, fallback: number): number =>
    (numberOf(element, attribute) ?? fallback * 20) / 20;
  return pageSize({
    width: inPoints(size, "w", A4.width),
    height: inPoints(size, "h", A4.height),
    margin: inPoints(margins, "left", A4.margin),
  });
}
