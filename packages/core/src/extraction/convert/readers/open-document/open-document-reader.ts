import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { ZipArchive } from "../../archive/zip.ts";
import { textSection, type FlowDocument, type PageParts, type Section } from "../../model/flow-document.ts";
import {
  childOf,
  elementsOf,
  findElement,
  parseXml,
  parseXmlText,
  textOf,
  type XmlElement,
} from "../../xml/xml-element.ts";
import { MasterPages } from "./master-pages.ts";
import { asOpenDocument } from "./open-office-1.ts";
import { OpenBlocks } from "./open-blocks.ts";
import { OpenLists } from "./open-lists.ts";
import type { OpenFiles } from "./open-objects.ts";
import { readOpenSheets } from "./open-sheets.ts";
import { readOpenSlides } from "./open-slides.ts";
import { OpenStyles } from "./open-styles.ts";

/** Reads an OpenDocument text, presentation, drawing or spreadsheet, or one of OpenOffice 1. */
export function readOpenDocument(archive: ZipArchive): FlowDocument {
  const content = archive.read("content.xml");
  if (!content)
    throw new ExtractionError("DAMAGED_DOCUMENT", "The OpenDocument file is damaged: it has no content.");
  const [styles, meta] = [archive.read("styles.xml"), archive.read("meta.xml")];
  return readParts(archive, {
    content: asOpenDocument(parseXml(content)),
    styles: styles && asOpenDocument(parseXml(styles)),
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
  const roots = styles === content ? [content] : [styles, content];
  const named = new OpenStyles(...roots);
  const blocks = new OpenBlocks(files, named, new OpenLists(roots));
  if (body.name === "spreadsheet") return { title, ...readOpenSheets(content, body, blocks), files: [] };
  if (body.name === "presentation" || body.name === "drawing")
    return { title, ...readOpenSlides(body, { content, styles }, blocks), files: [] };
  return { title, sections: openText(body, blocks, new MasterPages(styles, named)), notes: [], files: [] };
}

/** Paragraphs and tables that begin with a master page begin a section. */
function openText(body: XmlElement, blocks: OpenBlocks, pages: MasterPages): readonly Section[] {
  return pages.partsOf(body).map(({ master, elements }) => {
    const content = [...blocks.of({ ...body, children: elements }), ...blocks.notes()];
    const partsOf = (name: "header" | "footer"): PageParts =>
      pages.repeated(master, name, (element) => blocks.of(element));
    return textSection(content, {
      page: pages.size(master),
      header: partsOf("header"),
      footer: partsOf("footer"),
      numbering: pages.numbering(master, elements),
    });
  });
}
