import { ZipArchive } from "../../archive/zip.ts";
import { ExtractionError } from "../../../failure/extraction-error.ts";
import { textSection, type Block, type FlowDocument, type Section } from "../../model/flow-document.ts";
import { iworkObjects, type IworkObject } from "./iwork-objects.ts";
import { iworkTexts, referenceIn, TEXT_KINDS, type IworkText } from "./iwork-text.ts";
import { messagesOf, numberIn } from "./protobuf.ts";

/** A document of Pages or Keynote, or a workbook of Numbers of 2013 or later. */
export async function readIwork(given: ZipArchive): Promise<FlowDocument> {
  const archive = withIndex(given);
  const objects = iworkObjects(archive);
  const slides = slideFiles(objects);
  if (slides.length === 0 && !objects.some(({ type }) => type === PAGES_DOCUMENT)) {
    const { inflatedWithinLimits, readBinaryWorkbook } = await import("../sheet/binary-workbook.ts");
    return readBinaryWorkbook(inflatedWithinLimits(archive));
  }
  const byId = new Map(objects.map((object) => [object.id, object]));
  const texts = iworkTexts(objects, byId);
  const sections =
    slides.length > 0 ? slides.map((file) => slideSection(file, texts)) : [pagesSection(texts)];
  if (texts.length === 0) throw unreadable();
  return { title: "", sections, notes: [NOTE, ...tablesNote(objects)], files: [] };
}

/** The type of the root of a Pages document. */
const PAGES_DOCUMENT = 10_000;

const NOTE =
  "Of the iWork document, only the text was read, without its layout and pictures. Export it as PDF to get all of it.";

/** The type of tables. */
const TABLE = 6001;

function tablesNote(objects: readonly IworkObject[]): readonly string[] {
  const count = objects.filter(({ type }) => type === TABLE).length;
  return count === 0 ? [] : [`Not read: ${count} ${count === 1 ? "table" : "tables"}.`];
}

function unreadable(): ExtractionError {
  const message = "No text was found in the iWork document. Export it as PDF.";
  return new ExtractionError("UNSUPPORTED_DOCUMENT", message);
}

/** Documents that are folders have an archive of their own for their objects. */
function withIndex(archive: ZipArchive): ZipArchive {
  const index = archive.names.find((name) => /(?:^|\/)Index\.zip$/.test(name));
  const bytes = index === undefined ? undefined : archive.read(index);
  return bytes ? new ZipArchive(bytes) : archive;
}

/** The body, with headers on every page, and text boxes and footnotes after it. */
function pagesSection(texts: readonly IworkText[]): Section {
  const of = (kind: number): readonly Block[] =>
    texts.filter((text) => text.kind === kind).flatMap(({ blocks }) => blocks);
  const known: ReadonlySet<number> = new Set([TEXT_KINDS.body, TEXT_KINDS.header, TEXT_KINDS.footnote]);
  const boxes = texts.filter(({ kind }) => !known.has(kind)).flatMap(({ blocks }) => blocks);
  return textSection([...of(TEXT_KINDS.body), ...boxes, ...of(TEXT_KINDS.footnote)], {
    header: { every: withoutRepetition(of(TEXT_KINDS.header)) },
  });
}

/** Headers are stored for first, left and right pages. */
function withoutRepetition(blocks: readonly Block[]): readonly Block[] {
  return [...new Map(blocks.map((block) => [JSON.stringify(block), block])).values()];
}

function slideSection(file: string, texts: readonly IworkText[]): Section {
  const own = texts.filter((text) => text.file === file);
  const shown = own.filter(({ kind }) => kind !== TEXT_KINDS.note).flatMap(({ blocks }) => blocks);
  const notes = own.filter(({ kind }) => kind === TEXT_KINDS.note).flatMap(({ blocks }) => blocks);
  const remark = notes.map((block) =>
    block.kind === "paragraph" ? block.runs.map(({ text }) => text).join("") : "",
  );
  return textSection([
    ...shown,
    ...(remark.length > 0 ? [{ kind: "remark", author: "", text: remark.join("\n") } as const] : []),
  ]);
}

/** Types and fields of the list of slides in a presentation. */
const SHOW = 2;
const SLIDE_TREE = 3;
const ROOT_NODE = 1;
const NODES = 2;
const CHILDREN = 1;
const SLIDE = 2;
const IS_SKIPPED = 4;

/** Slides are nested at most so deep. */
const MAX_DEPTH = 20;

/** The files of the slides that are shown, in their order; none if the document is no presentation. */
function slideFiles(objects: readonly IworkObject[]): readonly string[] {
  const isPresentation = objects.some(({ file }) => /(?:^|\/)Slide(?:-\d+)*\.iwa$/.test(file));
  const show = isPresentation ? objects.find(({ type }) => type === SHOW) : undefined;
  const byId = new Map(objects.map((object) => [object.id, object]));
  const tree = messagesOf(show?.message, SLIDE_TREE)[0];
  const filesBelow = (id: number | undefined, depth: number): readonly string[] => {
    const node = byId.get(id ?? -1)?.message;
    if (!node || depth > MAX_DEPTH) return [];
    const slide = byId.get(referenceIn(node, SLIDE) ?? -1)?.file;
    const own = slide === undefined || numberIn(node, IS_SKIPPED) === 1 ? [] : [slide];
    return [
      ...own,
      ...messagesOf(node, CHILDREN).flatMap((child) => filesBelow(numberIn(child, 1), depth + 1)),
    ];
  };
  const nodes = messagesOf(tree, NODES).map((node) => numberIn(node, 1));
  const roots = nodes.length > 0 ? nodes : [referenceIn(tree, ROOT_NODE)];
  return [...new Set(roots.flatMap((root) => filesBelow(root, 0)))];
}
