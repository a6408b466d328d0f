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
import { OpenBlocks } from "./open-blocks.ts";
import { readOpenSheets } from "./open-sheets.ts";
import { readOpenSlides } from "./open-slides.ts";
import { OpenStyles } from "./open-styles.ts";

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
  if (body.name === "presentation" || body.name === "drawing") {
    const slides = readOpenSlides(body, { content: root, styles: stylesRoot }, blocks);
    return { title: titleOf(archive), ...slides, files: [] };
  }
  return { title: titleOf(archive), sections: [openText(body, stylesRoot, blocks)], notes: [], files: [] };
}

function titleOf(archive: ZipArchive): string {
  const meta = archive.read("meta.xml");
  return textOf(findElement(meta && parseXml(meta), "title"));
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
