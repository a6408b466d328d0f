import { isPicture, mediaTypeOf, unsupportedMessage } from "../document/media-type.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { ZipArchive } from "./archive/zip.ts";
import { compoundFileStreams } from "./archive/compound-file.ts";
import type { ConversionOptions, ConvertedDocument, DocumentConverter } from "./document-converter.ts";
import { documentKindOf, type DocumentKind } from "./document-kind.ts";
import type { NumberFormatter } from "./readers/office-xml/chart-table.ts";
import type { ContainedFile, FlowDocument } from "./model/flow-document.ts";

/** Files inside files are read to this depth. */
const MAX_DEPTH = 3;

/** How many files a note names. */
const MAX_NAMED = 20;

/** The built-in converter: reads every supported format and typesets it; attachments are read after their document. */
export const convertDocument: DocumentConverter = (bytes, options) => convertedAt(bytes, options, 0);

async function convertedAt(
  bytes: Uint8Array,
  options: ConversionOptions,
  depth: number,
): Promise<ConvertedDocument> {
  const { files, ...document } = await withoutFiles(bytes, options);
  if (files.length === 0) return document;
  if (options.attachments === "list" || depth >= MAX_DEPTH)
    return { ...document, notes: [...document.notes, notRead(files)] };
  const { withFiles } = await import("./containers/append-files.ts");
  return withFiles({ ...document, files }, options, (file, own) => convertedAt(file, own, depth + 1));
}

function notRead(files: readonly ContainedFile[]): string {
  const named = files.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = files.length > named.length ? ` and ${files.length - named.length} more` : "";
  return `Files inside the document that were not read: ${named.join(", ")}${more}.`;
}

type WithFiles = ConvertedDocument & { readonly files: readonly ContainedFile[] };

/** The document itself as a PDF or image, and the files that it contains. */
async function withoutFiles(bytes: Uint8Array, options: ConversionOptions): Promise<WithFiles> {
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === "application/pdf") {
    return { pdf: bytes, notes: [], origins: [], files: await filesOfPdf(bytes, options) };
  }
  if (isPicture(mediaType)) return { pdf: bytes, notes: [], origins: [], files: [] };
  if (mediaType === "image/jp2") {
    const { pdfOfJpeg2000 } = await import("./readers/pictures/jpeg2000.ts");
    return { pdf: await pdfOfJpeg2000(bytes), notes: [], origins: [], files: [] };
  }
  const found = await decrypted(await documentKindOf(bytes), bytes, options.password);
  const document = await readDocument(found.kind, found.bytes);
  const { typeset } = await import("./typeset/typeset.ts");
  return { pdf: await typeset(document), notes: document.notes, origins: [], files: document.files };
}

/** A PDF whose files cannot be read is still read itself. */
async function filesOfPdf(
  bytes: Uint8Array,
  { password }: ConversionOptions,
): Promise<readonly ContainedFile[]> {
  try {
    const { attachedFiles } = await import("../engines/native/document/attached-files.ts");
    const files = await attachedFiles(bytes, password);
    return files.map(({ name, bytes: content }) => ({ name, bytes: () => content }));
  } catch {
    return [];
  }
}

/** Readers are imported when they are needed: a PDF needs none of them. */
async function readDocument(kind: DocumentKind, bytes: Uint8Array): Promise<FlowDocument> {
  if ("archive" in kind) return ARCHIVE_READERS[kind.kind](kind.archive);
  if ("text" in kind) return TEXT_READERS[kind.kind](kind.text);
  const read = READERS[kind.kind];
  if (!read) throw new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedMessage(mediaTypeOf(bytes)));
  return read(bytes);
}

type ArchiveKind = Extract<DocumentKind, { archive: unknown }>;
type TextKind = Extract<DocumentKind, { text: string }>;

const ARCHIVE_READERS: Readonly<Record<ArchiveKind["kind"], (archive: ZipArchive) => Promise<FlowDocument>>> =
  {
    word: async (archive) =>
      (await import("./readers/word/word-reader.ts")).readWord(archive, await chartNumbers(archive)),
    workbook: async (archive) => (await import("./readers/sheet/workbook-reader.ts")).readWorkbook(archive),
    "binary-workbook": async (archive) => {
      const { inflatedWithinLimits, readBinaryWorkbook } = await import("./readers/sheet/binary-workbook.ts");
      return readBinaryWorkbook(inflatedWithinLimits(archive));
    },
    slides: async (archive) =>
      (await import("./readers/slides/slides-reader.ts")).readSlides(archive, await chartNumbers(archive)),
    "open-document": async (archive) =>
      (await import("./readers/open-document/open-document-reader.ts")).readOpenDocument(archive),
    epub: async (archive) => (await import("./readers/epub/epub-reader.ts")).readEpub(archive),
    files: async (archive) => (await import("./readers/files/file-list.ts")).readFileList(archive),
  };

/** Formats the numbers of charts; undefined if there are none, because its library takes a while to load. */
async function chartNumbers({ names }: ZipArchive): Promise<NumberFormatter | undefined> {
  if (!names.some((name) => /\/charts\/[^/]+\.xml$/i.test(name))) return undefined;
  return (await import("./readers/sheet/number-format.ts")).formattedValue;
}

const TEXT_READERS: Readonly<Record<TextKind["kind"], (text: string) => Promise<FlowDocument>>> = {
  "flat-open-document": async (text) =>
    (await import("./readers/open-document/open-document-reader.ts")).readFlatOpenDocument(text),
  html: async (text) => (await import("./readers/web/html-reader.ts")).readHtml(text),
  markdown: async (text) => (await import("./readers/text/markdown-reader.ts")).readMarkdown(text),
  json: async (text) => (await import("./readers/text/json-text.ts")).readJson(text),
  xml: async (text) => (await import("./readers/xml/xml-reader.ts")).readXml(text),
  delimited: async (text) => (await import("./readers/text/delimited-text.ts")).readDelimited(text),
  text: async (text) => (await import("./readers/text/plain-text.ts")).readPlainText(text),
};

/** The readers of documents that are neither ZIP files nor text. */
const READERS: Readonly<Partial<Record<DocumentKind["kind"], (bytes: Uint8Array) => Promise<FlowDocument>>>> =
  {
    "old-word": async (bytes) => (await import("./readers/old-word/old-word-reader.ts")).readOldWord(bytes),
    "old-workbook": async (bytes) =>
      (await import("./readers/sheet/binary-workbook.ts")).readBinaryWorkbook(bytes),
    "old-slides": async (bytes) =>
      (await import("./readers/old-slides/old-slides-reader.ts")).readOldSlides(bytes),
    "outlook-message": async (bytes) => (await import("./readers/mail/msg-reader.ts")).readMsg(bytes),
    mail: async (bytes) => (await import("./readers/mail/eml-reader.ts")).readEml(bytes),
    rtf: async (bytes) => (await import("./readers/rich-text/rtf-reader.ts")).readRtf(bytes),
    svg: async (bytes) => (await import("./readers/svg/svg-reader.ts")).readSvg(bytes),
  };

/** Removes a document's encryption with its password. */
async function decrypted(
  kind: DocumentKind,
  bytes: Uint8Array,
  password: string,
): Promise<{ readonly kind: DocumentKind; readonly bytes: Uint8Array }> {
  const plain = await decryptedBytes(kind, bytes, password);
  return plain ? { kind: await documentKindOf(plain), bytes: plain } : { kind, bytes };
}

async function decryptedBytes(
  kind: DocumentKind,
  bytes: Uint8Array,
  password: string,
): Promise<Uint8Array | undefined> {
  if (kind.kind === "encrypted-office") {
    const { decryptOffice } = await import("./encryption/office-encryption.ts");
    return decryptOffice(await compoundFileStreams(bytes), password);
  }
  const old = oldOfficeKind(kind, bytes);
  if (old) {
    const { decryptOldOffice } = await import("./encryption/decrypt-old-office.ts");
    return decryptOldOffice(old, bytes, password);
  }
  if (kind.kind !== "open-document") return undefined;
  const { decryptOpenDocument, encryptedEntries } = await import("./encryption/open-document-encryption.ts");
  const entries = encryptedEntries(kind.archive);
  return entries.size === 0 ? undefined : decryptOpenDocument(kind.archive, entries, password);
}

/** The kind of a DOC, XLS or PPT file. XLS files of the first versions and those that are XML are never encrypted. */
function oldOfficeKind(
  { kind }: DocumentKind,
  bytes: Uint8Array,
): "old-word" | "old-workbook" | "old-slides" | undefined {
  if (kind === "old-word" || kind === "old-slides") return kind;
  const isCompound = mediaTypeOf(bytes.subarray(0, 4096)) === "application/x-ole-storage";
  return kind === "old-workbook" && isCompound ? kind : undefined;
}
