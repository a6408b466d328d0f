import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import {
  textSection,
  type Block,
  type FlowDocument,
  type PageParts,
  type Section,
} from "../../model/flow-document.ts";
import { childOf, elementsOf, findElement, parseXml, textOf, type XmlElement } from "../xml/xml-element.ts";
import { OpenBlocks, type OpenFiles } from "./open-blocks.ts";
import { readOpenSheets } from "./open-sheets.ts";
import { readOpenSlides } from "./open-slides.ts";
import { OpenStyles } from "./open-styles.ts";

/** Reads an OpenDocument text, presentation, drawing or spreadsheet. */
export function readOpenDocument(archive: ZipArchive): FlowDocument {
  const content = archive.read("content.xml");
  if (!content)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: it has no content.");
  const styles = archive.read("styles.xml");
  const meta = archive.read("meta.xml");
  return documentOf({
    content: parseXml(content),
    styles: styles && parseXml(styles),
    title: textOf(findElement(meta && parseXml(meta), "title")),
    archive,
  });
}

/** Reads a document that is a single XML file (FODT, FODS, FODP). Its pictures are left out. */
export function readFlatOpenDocument(bytes: Uint8Array): FlowDocument {
  const root = parseXml(bytes);
  const title = textOf(findElement(findElement(root, "meta"), "title"));
  return documentOf({ content: root, styles: root, title, archive: { read: () => undefined } });
}

interface OpenParts {
  readonly content: XmlElement;
  readonly styles: XmlElement | undefined;
  readonly title: string;
  /** Pictures and objects. */
  readonly archive: OpenFiles;
}

function documentOf({ content, styles, title, archive }: OpenParts): FlowDocument {
  const body = elementsOf(childOf(elementsOf(content)[0], "body"))[0];
  if (!body)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: its content is empty.");
  const blocks = new OpenBlocks(archive, new OpenStyles(styles, content));
  if (body.name === "spreadsheet") return { title, ...readOpenSheets(content, body, blocks), files: [] };
  if (body.name === "presentation" || body.name === "drawing")
    return { title, ...readOpenSlides(body, { content, styles }, blocks), files: [] };
  return { title, sections: [openText(body, styles, blocks)], notes: [], files: [] };
}

function openText(body: XmlElement, styles: XmlElement | undefined, blocks: OpenBlocks): Section {
  const page = findElement(findElement(styles, "master-styles"), "master-page");
  const blocksOf = (part: string): readonly Block[] | undefined => {
    const element = childOf(page, part);
    return element && blocks.of(element);
  };
  const parts = (name: "header" | "footer"): PageParts => ({
    every: blocksOf(name) ?? [],
    first: blocksOf(`${name}-first`),
    even: blocksOf(`${name}-left`),
  });
  const content = [...blocks.of(body), ...blocks.notes()];
  return textSection(content, { header: parts("header"), footer: parts("footer") });
}
