import { posix } from "node:path";
import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, Section } from "../../model/flow-document.ts";
import { decodeText } from "../text/decode-text.ts";
import { readHtml } from "../web/html-reader.ts";
import { elementsBelow, findElement, parseXml, textOf } from "../xml/xml-element.ts";

/** Reads an EPUB book: its chapters in reading order, each on a new page. */
export function readEpub(archive: ZipArchive): FlowDocument {
  const container = archive.read("META-INF/container.xml");
  const place = findElement(container && parseXml(container), "rootfile")?.attributes["full-path"] ?? "";
  const packageFile = archive.read(place);
  if (!packageFile)
    throw new ExtractionError(
      "DAMAGED_DOCUMENT",
      "The EPUB book is damaged: its list of chapters is missing.",
    );
  const root = parseXml(packageFile);
  const folder = posix.dirname(place);
  const items = new Map(
    [...elementsBelow(findElement(root, "manifest"), "item")].map(({ attributes }) => [
      attributes["id"],
      attributes["href"] ?? "",
    ]),
  );
  const sections: Section[] = [];
  const notes: string[] = [];
  for (const { attributes } of elementsBelow(findElement(root, "spine"), "itemref")) {
    const name = partName(folder, items.get(attributes["idref"]) ?? "");
    const chapter = archive.read(name);
    if (!chapter) continue;
    const pictures = (url: string): Uint8Array | undefined =>
      /^\w+:/.test(url) ? undefined : archive.read(partName(posix.dirname(name), url));
    const document = readHtml(decodeText(chapter), pictures);
    sections.push(...document.sections);
    notes.push(...document.notes);
  }
  return { title: textOf(findElement(root, "title")), sections, notes: [...new Set(notes)], files: [] };
}

function partName(folder: string, href: string): string {
  const [path = ""] = href.split("#");
  try {
    return posix.join(folder, decodeURIComponent(path));
  } catch {
    return posix.join(folder, path);
  }
}
