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
  textOf,
  type XmlElement,
} from "../xml/xml-element.ts";
import { OpenBlocks } from "./open-blocks.ts";
import { readOpenSheets } from "./open-sheets.ts";
import { lengthOf, OpenStyles, PLAIN_STYLE } from "./open-styles.ts";

const DEFAULT_PAGE = { width: 720, height: 540 } as const;

/** Reads an OpenDocument text, presentation, drawing or spreadsheet. */
export function readOpenDocument(archive: ZipArchive): FlowDocument {
  const content = archive.read("content.xml");
  if (!content)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: it has no content.");
  const root = parseXml(content);
  const body = elementsOf(findElement(root, "body"))[0];
  if (!body)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: its content is empty.");
  const styles = archive.read("styles.xml");
  const stylesRoot = styles && parseXml(styles);
  const blocks = new OpenBlocks(archive, new OpenStyles(stylesRoot, root));
  if (body.name === "spreadsheet")
    return { title: titleOf(archive), ...readOpenSheets(root, body, blocks), files: [] };
  const reader = new OpenReader(blocks, stylesRoot);
  const isPages = body.name === "presentation" || body.name === "drawing";
  const sections = isPages ? reader.slides(body) : [reader.text(body)];
  return { title: titleOf(archive), sections, notes: [], files: [] };
}

function titleOf(archive: ZipArchive): string {
  const meta = archive.read("meta.xml");
  return textOf(findElement(meta && parseXml(meta), "title"));
}

class OpenReader {
  readonly #blocks: OpenBlocks;
  readonly #styles: XmlElement | undefined;

  constructor(blocks: OpenBlocks, styles: XmlElement | undefined) {
    this.#blocks = blocks;
    this.#styles = styles;
  }

  text(body: XmlElement): Section {
    const blocks = [...this.#blocks.of(body), ...this.#blocks.notes()];
    return textSection(blocks, { header: this.#parts("header"), footer: this.#parts("footer") });
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
    // Groups, and shapes that are links.
    if (shape.name === "g" || shape.name === "a")
      return elementsOf(shape).flatMap((inner) => this.#boxes(inner));
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

  #parts(name: "header" | "footer"): PageParts {
    const page = findElement(findElement(this.#styles, "master-styles"), "master-page");
    const blocksOf = (part: string): readonly Block[] | undefined => {
      const element = childOf(page, part);
      return element && this.#blocks.of(element);
    };
    return { every: blocksOf(name) ?? [], first: blocksOf(`${name}-first`), even: blocksOf(`${name}-left`) };
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
