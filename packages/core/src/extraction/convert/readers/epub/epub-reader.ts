import { posix } from "node:path";
import type { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { FlowDocument, Section } from "../../model/flow-document.ts";
import { decodeText } from "../../encodings/decode-text.ts";
import { readHtml } from "../web/html-reader.ts";
import { elementsBelow, findElement, parseXml, textOf } from "../../xml/xml-element.ts";

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
  // The standard allows each chapter once; a small book could otherwise repeat one until the memory is used up.
  const spine = elementsBelow(findElement(root, "spine"), "itemref");
  const hrefs = new Set(Array.from(spine, ({ attributes }) => items.get(attributes["idref"]) ?? ""));
  for (const href of hrefs) {
    const name = partName(folder, href);
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
