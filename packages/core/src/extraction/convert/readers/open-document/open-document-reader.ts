import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import {
  textSection,
  type Block,
  type FlowDocument,
  type PageParts,
  type Section,
  type SlideBox,
} from "../../model/flow-document.ts";
import {
  childOf,
  childrenOf,
  elementsOf,
  findElement,
  parseXml,
  parseXmlText,
  textOf,
  type XmlElement,
} from "../xml/xml-element.ts";
import { MasterPages } from "./master-pages.ts";
import { OpenBlocks } from "./open-blocks.ts";
import { OpenLists } from "./open-lists.ts";
import type { OpenFiles } from "./open-objects.ts";
import { readOpenSheets } from "./open-sheets.ts";
import { lengthOf, OpenStyles, PLAIN_STYLE } from "./open-styles.ts";

const DEFAULT_PAGE = { width: 720, height: 540 } as const;

/** Reads an OpenDocument text, presentation, drawing or spreadsheet. */
export function readOpenDocument(archive: ZipArchive): FlowDocument {
  const content = archive.read("content.xml");
  if (!content)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: it has no content.");
  const [styles, meta] = [archive.read("styles.xml"), archive.read("meta.xml")];
  return readParts(archive, {
    content: parseXml(content),
    styles: styles && parseXml(styles),
    meta: meta && parseXml(meta),
  });
}

/** Reads an OpenDocument file that is a single XML file (FODT, FODS, FODP). */
export function readFlatOpenDocument(text: string): FlowDocument {
  const root = parseXmlText(text);
  return readParts({ read: () => undefined }, { content: root, styles: root, meta: root });
}

interface OpenParts {
  readonly content: XmlElement;
  readonly styles: XmlElement | undefined;
  readonly meta: XmlElement | undefined;
}

function readParts(files: OpenFiles, { content, styles, meta }: OpenParts): FlowDocument {
  const body = elementsOf(childOf(elementsOf(content)[0], "body"))[0];
  if (!body)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: its content is empty.");
  const title = textOf(findElement(findElement(meta, "meta"), "title"));
  if (body.name === "spreadsheet") return { title, ...readOpenSheets(content, body), files: [] };
  const reader = new OpenReader(files, content, styles);
  const isPages = body.name === "presentation" || body.name === "drawing";
  return { title, sections: isPages ? reader.slides(body) : reader.text(body), notes: [], files: [] };
}

class OpenReader {
  readonly #blocks: OpenBlocks;
  readonly #styles: XmlElement | undefined;
  readonly #pages: MasterPages;

  constructor(files: OpenFiles, content: XmlElement, styles: XmlElement | undefined) {
    const roots = styles === content ? [content] : [styles, content];
    const named = new OpenStyles(...roots);
    this.#blocks = new OpenBlocks(files, named, new OpenLists(roots));
    this.#styles = styles;
    this.#pages = new MasterPages(styles, named);
  }

  /** Paragraphs and tables that begin with a master page begin a section. */
  text(body: XmlElement): readonly Section[] {
    return this.#pages.partsOf(body).map(({ master, elements }) => {
      const blocks = [...this.#blocks.of({ ...body, children: elements }), ...this.#blocks.notes()];
      const partsOf = (name: "header" | "footer"): PageParts =>
        this.#pages.repeated(master, name, (element) => this.#blocks.of(element));
      return textSection(blocks, {
        page: this.#pages.size(master),
        header: partsOf("header"),
        footer: partsOf("footer"),
      });
    });
  }

  slides(body: XmlElement): readonly Section[] {
    const layout = findElement(this.#styles, "page-layout-properties")?.attributes;
    const page = {
      width: lengthOf(layout?.["page-width"]) ?? DEFAULT_PAGE.width,
      height: lengthOf(layout?.["page-height"]) ?? DEFAULT_PAGE.height,
    };
    return childrenOf(body, "page").map((slide) => ({
      kind: "slide" as const,
      ...page,
      boxes: [...elementsOf(slide).flatMap((shape) => this.#boxes(shape)), ...this.#remarks(slide)],
    }));
  }

  #boxes(shape: XmlElement): readonly SlideBox[] {
    if (shape.name === "g") return elementsOf(shape).flatMap((inner) => this.#boxes(inner));
    if (shape.name === "notes") return [];
    const isTitle = shape.attributes["class"] === "title";
    const base = { ...PLAIN_STYLE, size: isTitle ? 32 : 18 };
    const blocks = shape.name === "frame" ? this.#blocks.frame(shape, base) : this.#blocks.of(shape, base);
    if (blocks.length === 0) return [];
    return [{ ...placeOf(shape), anchor: "top", blocks: isTitle ? blocks.map(asTitle) : blocks }];
  }

  #remarks(slide: XmlElement): readonly SlideBox[] {
    const frames = childrenOf(childOf(slide, "notes"), "frame");
    const text = frames
      .map((frame) => textOf(childOf(frame, "text-box")))
      .join("\n")
      .trim();
    if (text === "") return [];
    const blocks: readonly Block[] = [{ kind: "remark", author: "", text }];
    return [{ x: 0, y: 0, width: 100, height: 100, anchor: "top", blocks }];
  }
}

function asTitle(block: Block): Block {
  return block.kind === "paragraph" ? { ...block, level: 1 } : block;
}

function placeOf({ attributes }: XmlElement): Pick<SlideBox, "x" | "y" | "width" | "height"> {
  // A rotated shape has its place in its transformation.
  const [, x, y] = /translate\s*\(\s*([\w.-]+)[\s,]+([\w.-]+)\s*\)/.exec(attributes["transform"] ?? "") ?? [];
  return {
    x: Math.max(0, lengthOf(attributes["x"] ?? attributes["x1"] ?? x) ?? 36),
    y: Math.max(0, lengthOf(attributes["y"] ?? attributes["y1"] ?? y) ?? 36),
    width: Math.max(lengthOf(attributes["width"]) ?? 400, 20),
    height: Math.max(lengthOf(attributes["height"]) ?? 400, 0),
  };
}
