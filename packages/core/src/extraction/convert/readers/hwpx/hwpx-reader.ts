import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import {
  notesBelowLine,
  paragraph,
  run,
  textSection,
  withMark,
  type Block,
  type FlowDocument,
  type Table,
  type TextSection,
} from "../../model/flow-document.ts";
import {
  childOf,
  childrenOf,
  elementsOf,
  findElement,
  numberOf,
  parseXml,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";

const SECTION = /^Contents\/section(\d+)\.xml$/i;

/** Reads a Hangul document (HWPX, KS X 6101): paragraphs, tables, headers, footers and notes. */
export function readHwpx(archive: ZipArchive): FlowDocument {
  const numberOfSection = (name: string): number => Number(SECTION.exec(name)?.[1]);
  const names = archive.names
    .filter((name) => SECTION.test(name))
    .toSorted((one, other) => numberOfSection(one) - numberOfSection(other));
  if (names.length === 0)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The Hangul document is damaged: its text is missing.");
  const items = itemsOf(archive);
  const sections = names.map((name) =>
    sectionOf(parseXml(archive.read(name) ?? new Uint8Array(0)), archive, items),
  );
  return { title: "", sections, notes: [], files: [] };
}

/** The files of the document by their name in the text. */
function itemsOf(archive: ZipArchive): ReadonlyMap<string, string> {
  const list = archive.read("Contents/content.hpf");
  const manifest = findElement(list && parseXml(list), "manifest");
  return new Map(
    childrenOf(manifest, "item").map(({ attributes }) => [attributes["id"] ?? "", attributes["href"] ?? ""]),
  );
}

function sectionOf(root: XmlElement, archive: ZipArchive, items: ReadonlyMap<string, string>): TextSection {
  const reader = new SectionReader((id) => archive.read(items.get(id) ?? ""));
  const blocks = reader.blocks(elementsOf(root)[0]);
  return textSection([...blocks, ...notesBelowLine(reader.notes)], {
    header: { every: reader.headers },
    footer: { every: reader.footers },
  });
}

/** Elements whose text is not at their place. */
const NOTES: ReadonlySet<string> = new Set(["footNote", "endNote"]);

class SectionReader {
  readonly notes: Block[] = [];
  readonly headers: Block[] = [];
  readonly footers: Block[] = [];
  readonly #picture: (id: string) => Uint8Array | undefined;
  #marks = 0;

  constructor(picture: (id: string) => Uint8Array | undefined) {
    this.#picture = picture;
  }

  blocks(container: XmlElement | undefined): readonly Block[] {
    return childrenOf(container, "p").flatMap((element) => this.#paragraph(element));
  }

  /** A paragraph, and the tables, boxes and pictures that are anchored in it. */
  #paragraph(element: XmlElement): readonly Block[] {
    const after: Block[] = [];
    const text = childrenOf(element, "run")
      .map((part) => this.#inline(part, after))
      .join("");
    return text === "" && after.length > 0 ? after : [paragraph([run(text)]), ...after];
  }

  /** The text of an element; blocks in it are added to `after`. */
  #inline(container: XmlElement, after: Block[]): string {
    return elementsOf(container)
      .map((element): string => {
        const { name } = element;
        if (name === "t") return inlineText(element);
        if (name === "tbl") after.push(this.#table(element));
        else if (NOTES.has(name)) return this.#note(element);
        else if (name === "header") this.headers.push(...this.blocks(childOf(element, "subList")));
        else if (name === "footer") this.footers.push(...this.blocks(childOf(element, "subList")));
        else if (name === "subList") after.push(...this.blocks(element));
        else if (name === "script") return textOf(element);
        else if (name === "pic") after.push(...this.#pictureOf(element));
        else return this.#inline(element, after);
        return "";
      })
      .join("");
  }

  #note(element: XmlElement): string {
    const mark = `[${++this.#marks}]`;
    this.notes.push(...withMark(this.blocks(childOf(element, "subList")), mark));
    return mark;
  }

  #pictureOf(element: XmlElement): readonly Block[] {
    const id = findElement(element, "img")?.attributes["binaryItemIDRef"] ?? "";
    const bytes = this.#picture(id);
    const description = textOf(childOf(element, "shapeComment"));
    const size = childOf(element, "sz");
    return bytes
      ? [
          {
            kind: "picture",
            bytes: () => bytes,
            width: inPoints(size, "width"),
            height: inPoints(size, "height"),
            description,
          },
        ]
      : [];
  }

  #table(element: XmlElement): Table {
    const rows = childrenOf(element, "tr").map((row) => ({
      cells: childrenOf(row, "tc").map((cell) => ({
        columnSpan: spanOf(cell, "colSpan"),
        rowSpan: spanOf(cell, "rowSpan"),
        blocks: this.blocks(childOf(cell, "subList")),
      })),
    }));
    return { kind: "table", columnWidths: [], rows, headRows: 0 };
  }
}

/** Text with its tabs and line breaks. */
function inlineText(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === "string") return child;
      return (
        { tab: "\t", lineBreak: "\n", nbSpace: " ", fwSpace: " ", hyphen: "-" }[child.name] ??
        inlineText(child)
      );
    })
    .join("");
}

/** Lengths are in hundredths of a point. */
function inPoints(size: XmlElement | undefined, attribute: string): number | undefined {
  const length = numberOf(size, attribute);
  return length === undefined ? undefined : length / 100;
}

const MAX_SPAN = 1000;

function spanOf(cell: XmlElement, attribute: string): number {
  return Math.min(Math.max(numberOf(childOf(cell, "cellSpan"), attribute) ?? 1, 1), MAX_SPAN);
}
