import { posix } from "node:path";
import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, SlideSection } from "../../model/flow-document.ts";
import { OfficePackage } from "../office-xml/office-package.ts";
import { elementsBelow, findElement, numberOf, parseXml, type XmlElement } from "../../xml/xml-element.ts";
import type { GlyphText } from "../../../engines/native/fonts/glyph-text.ts";
import { xpsGlyphText } from "./xps-font.ts";
import { pageBoxes, POINTS_PER_UNIT } from "./xps-page.ts";

/** Reads an XPS or OXPS document: its pages with their text and pictures at their places. */
export function readXps(archive: ZipArchive): FlowDocument {
  const file = new OfficePackage(archive);
  const names = pageNames(archive, file.mainPartName("fixedrepresentation"));
  if (names.length === 0)
    throw new ExtractionError(
      "DAMAGED_DOCUMENT",
      "The XPS document is damaged: its list of pages is missing.",
    );
  return { title: file.title(), sections: pages(archive, names), notes: [], files: [] };
}

function* pages(archive: ZipArchive, names: readonly string[]): Generator<SlideSection, void, undefined> {
  const fonts = new Map<string, GlyphText>();
  const font = (name: string): GlyphText => {
    const known = fonts.get(name) ?? xpsGlyphText(name, archive.read(name));
    fonts.set(name, known);
    return known;
  };
  for (const name of names) {
    const page = findElement(rootOf(archive, name), "FixedPage");
    if (!page) continue;
    yield {
      kind: "slide",
      width: (numberOf(page, "Width") ?? 816) * POINTS_PER_UNIT,
      height: (numberOf(page, "Height") ?? 1056) * POINTS_PER_UNIT,
      boxes: pageBoxes(page, {
        picture: (source) => archive.read(partName(name, source)),
        font: (source) => font(partName(name, source)),
      }),
    };
  }
}

/** The pages of all documents of the file, each once. */
function pageNames(archive: ZipArchive, sequence: string | undefined): readonly string[] {
  if (sequence === undefined) return [];
  const sources = (name: string, element: string): readonly string[] =>
    [...elementsBelow(rootOf(archive, name), element)].map(({ attributes }) =>
      partName(name, attributes["Source"] ?? ""),
    );
  const documents = new Set(sources(sequence, "DocumentReference"));
  return [...new Set([...documents].flatMap((document) => sources(document, "PageContent")))];
}

function rootOf(archive: ZipArchive, name: string): XmlElement | undefined {
  const bytes = archive.read(name);
  return bytes && parseXml(bytes);
}

function partName(base: string, source: string): string {
  return source.startsWith("/") ? source.slice(1) : posix.join(posix.dirname(base), source);
}
