import { isPicture, mediaTypeOf, unsupportedMessage } from "../document/media-type.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import type { ZipArchive } from "./archive/zip.ts";
import { compoundFileStreams } from "./archive/compound-file.ts";
import { archiveFiles } from "./containers/archive-files.ts";
import type { OpenedDocument } from "./containers/append-files.ts";
import { notReadByOption } from "./containers/unread-files.ts";
import type { ConversionOptions, DocumentConverter } from "./document-converter.ts";
import { documentKindOf, type DocumentKind } from "./document-kind.ts";
import { decodeText } from "./encodings/decode-text.ts";
import type { NumberFormatter } from "./readers/office-xml/chart-table.ts";
import type { ContainedFile, FlowDocument } from "./model/flow-document.ts";

/** The built-in converter: reads every supported format and typesets it; contained files are read after their document. */
export const convertDocument: DocumentConverter = async (bytes, options) => {
  const document = await withoutFiles(bytes, options);
  const { pdf, notes, files } = document;
  if (pdf && (files.length === 0 || options.attachments === "list"))
    return { pdf, notes: [...notes, ...notReadByOption(files)], origins: [] };
  const { withFiles } = await import("./containers/append-files.ts");
  return withFiles(document, options, withoutFiles);
};

/** The document itself as a PDF or image, and the files that it contains. */
async function withoutFiles(given: Uint8Array, options: ConversionOptions): Promise<OpenedDocument> {
  const bytes = await withoutSignature(given);
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === "application/pdf")
    return { pdf: bytes, notes: [], files: await filesOfPdf(bytes, options) };
  if (isPicture(mediaType)) return { pdf: bytes, notes: [], files: [] };
  if (mediaType === "image/jp2") {
    const { pdfOfJpeg2000 } = await import("./readers/pictures/jpeg2000.ts");
    return { pdf: await pdfOfJpeg2000(bytes), notes: [], files: [] };
  }
  const found = await decrypted(await documentKindOf(bytes), bytes, options.password);
  if (found.kind.kind === "files")
    return { pdf: undefined, notes: [], files: archiveFiles(found.kind.files) };
  if (found.kind.kind === "preview") return { pdf: found.kind.bytes, notes: [found.kind.note], files: [] };
  const document = await readDocument(found.kind, found.bytes);
  const { typeset } = await import("./typeset/typeset.ts");
  return { ...(await typeset(document)), files: document.files };
}

/** The content of a signed file; other files as they are. */
async function withoutSignature(bytes: Uint8Array): Promise<Uint8Array> {
  if (mediaTypeOf(bytes) !== "application/pkcs7-mime") return bytes;
  const { signedContent } = await import("./containers/signed-content.ts");
  return signedContent(bytes);
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
    word: async (archive) => readWordAt(archive, 0),
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
    visio: async (archive) => (await import("./readers/visio/visio-reader.ts")).readVisio(archive),
    xps: async (archive) => (await import("./readers/xps/xps-reader.ts")).readXps(archive),
    hwpx: async (archive) => (await import("./readers/hwpx/hwpx-reader.ts")).readHwpx(archive),
    iwork: async (archive) => (await import("./readers/iwork/iwork-reader.ts")).readIwork(archive),
  };

/** Documents are inserted in one another to this depth. */
const MAX_INSERTED = 3;

async function readWordAt(archive: ZipArchive, depth: number): Promise<FlowDocument> {
  const { readWord } = await import("./readers/word/word-reader.ts");
  const readInserted = async (bytes: Uint8Array, name: string): Promise<FlowDocument> => {
    // A part of HTML need not begin like a page.
    if (/\.x?html?$/i.test(name)) return TEXT_READERS.html(decodeText(bytes));
    const kind = await documentKindOf(bytes);
    if (kind.kind !== "word") return readDocument(kind, bytes);
    if (depth < MAX_INSERTED) return readWordAt(kind.archive, depth + 1);
    const message = `Documents are inserted in one another more than ${MAX_INSERTED} deep.`;
    throw new ExtractionError("RESOURCE_LIMIT", message);
  };
  return readWord(archive, readInserted, await chartNumbers(archive));
}

/** Formats the numbers of charts; undefined if there are none, because its library takes a while to load. */
async function chartNumbers({ names }: ZipArchive): Promise<NumberFormatter | undefined> {
  if (!names.some((name) => /\/charts\/[^/]+\.xml$/i.test(name))) return undefined;
  return (await import("./readers/sheet/number-format.ts")).formattedValue;
}

const TEXT_READERS: Readonly<Record<TextKind["kind"], (text: string) => Promise<FlowDocument>>> = {
  "flat-open-document": async (text) =>
    (await import("./readers/open-document/open-document-reader.ts")).readFlatOpenDocument(text),
  html: async (text) => (await import("./readers/web/html-reader.ts")).readHtml(text),
  notebook: async (text) => (await import("./readers/notebook/notebook-reader.ts")).readNotebook(text),
  calendar: async (text) => (await import("./readers/calendar/calendar-reader.ts")).readCalendar(text),
  "fiction-book": async (text) =>
    (await import("./readers/fiction-book/fiction-book-reader.ts")).readFictionBook(text),
  "e-invoice": async (text) =>
    (await import("./readers/e-invoice/invoice-document.ts")).readInvoiceDocument(text),
  markdown: async (text) => (await import("./readers/text/markdown-reader.ts")).readMarkdown(text),
  json: async (text) => (await import("./readers/text/json-text.ts")).readJson(text),
  xml: async (text) => (await import("./readers/text/xml-reader.ts")).readXml(text),
  delimited: async (text) => (await import("./readers/text/delimited-text.ts")).readDelimited(text),
  text: async (text) => (await import("./readers/text/plain-text.ts")).readPlainText(text),
};

/** The readers of documents that are neither ZIP files nor text. */
const READERS: Readonly<Partial<Record<DocumentKind["kind"], (bytes: Uint8Array) => Promise<FlowDocument>>>> =
  {
    doc: async (bytes) => (await import("./readers/doc/doc-reader.ts")).readDoc(bytes),
    xls: async (bytes) => (await import("./readers/sheet/binary-workbook.ts")).readBinaryWorkbook(bytes),
    ppt: async (bytes) => (await import("./readers/ppt/ppt-reader.ts")).readPpt(bytes),
    "outlook-message": async (bytes) => (await import("./readers/mail/msg-reader.ts")).readMsg(bytes),
    mail: async (bytes) => (await import("./readers/mail/eml-reader.ts")).readEml(bytes),
    rtf: async (bytes) => (await import("./readers/rtf/rtf-reader.ts")).readRtf(bytes),
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
function oldOfficeKind({ kind }: DocumentKind, bytes: Uint8Array): "doc" | "xls" | "ppt" | undefined {
  if (kind === "doc" || kind === "ppt") return kind;
  const isCompound = mediaTypeOf(bytes.subarray(0, 4096)) === "application/x-ole-storage";
  return kind === "xls" && isCompound ? kind : undefined;
}
