import { mediaTypeOf, unsupportedDocument } from "../document/media-type.ts";
import { isPlainText } from "../document/plain-text.ts";
import { ExtractionError } from "../failure/extraction-error.ts";
import { ZipArchive } from "./archive/zip.ts";
import { iworkKind, type IworkKind } from "./archive/iwork-kind.ts";
import { compoundFileKind, type CompoundFileKind } from "./archive/compound-file.ts";
import { decodeText } from "./encodings/decode-text.ts";
import { isElectronicInvoice } from "./readers/e-invoice/e-invoice-root.ts";
import { isNotebook } from "./readers/notebook/notebook.ts";
import { delimiterOf } from "./readers/text/delimited-text.ts";

/** What a document is, by its content. */
export type DocumentKind =
  | {
      readonly kind:
        | "word"
        | "workbook"
        | "binary-workbook"
        | "slides"
        | "open-document"
        | "epub"
        | "visio"
        | "xps"
        | "hwpx";
      readonly archive: ZipArchive;
    }
  | IworkKind
  /** A collection of files, which is no document itself. */
  | { readonly kind: "files"; readonly files: ZipArchive }
  | { readonly kind: CompoundFileKind }
  | { readonly kind: "rtf" | "svg" | "mail" }
  | {
      readonly kind:
        | "flat-open-document"
        | "html"
        | "xml"
        | "json"
        | "markdown"
        | "delimited"
        | "text"
        | "notebook"
        | "calendar"
        | "e-invoice"
        | "fiction-book";
      readonly text: string;
    }
  | { readonly kind: "unknown" };

/** Finds out what a document is that is neither a PDF nor a picture. */
export async function documentKindOf(bytes: Uint8Array): Promise<DocumentKind> {
  const mediaType = mediaTypeOf(bytes.subarray(0, 4096));
  if (mediaType === "application/zip") return archiveKind(new ZipArchive(bytes));
  if (mediaType === "application/x-ole-storage") return { kind: await compoundFileKind(bytes) };
  if (mediaType === "application/vnd.ms-excel") return { kind: "xls" };
  if (mediaType === "application/rtf") return { kind: "rtf" };
  if (mediaType === "message/rfc822") return { kind: "mail" };
  if (mediaType === "image/svg+xml") return { kind: "svg" };
  if (mediaType === "text/html") return { kind: "html", text: decodeText(bytes) };
  if (mediaType === "application/xml") return markupKind(decodeText(bytes));
  if (mediaType === "text/plain" || isPlainText(bytes)) return textKind(decodeText(bytes));
  return { kind: "unknown" };
}

const OPEN_DOCUMENT = /^application\/vnd\.(?:oasis\.opendocument|sun\.xml)\./;

/** The types of the main parts; others may be of files that are embedded. */
const MAIN_PARTS = [
  ["word", /(?:wordprocessingml|ms-word)[\w.]*\.main\b/i],
  ["binary-workbook", /ms-excel[\w.]*\.binary[\w.]*\.main\b/i],
  ["workbook", /(?:spreadsheetml|ms-excel)[\w.]*\.main\b/i],
  ["visio", /ms-visio[\w.]*\.main\b/i],
  ["slides", /(?:presentationml|ms-powerpoint)[\w.]*\.main\b/i],
] as const;

/** Office documents and books are ZIP files with a list of their parts; all others are collections of files. */
function archiveKind(archive: ZipArchive): DocumentKind {
  const mimetype = decodedStart(archive.read("mimetype"));
  if (mimetype === "application/epub+zip") return { kind: "epub", archive };
  if (mimetype === "application/hwp+zip") return { kind: "hwpx", archive };
  if (OPEN_DOCUMENT.test(mimetype)) return { kind: "open-document", archive };
  const names = new Set(archive.names.map((name) => name.toLowerCase()));
  if (names.has("[content_types].xml")) return packageKind(archive);
  if (names.has("content.xml") && names.has("meta-inf/manifest.xml"))
    return { kind: "open-document", archive };
  if (names.has("meta-inf/container.xml")) return { kind: "epub", archive };
  const iwork = iworkKind(archive);
  if (iwork) return iwork;
  if (MEDIA_TYPE.test(mimetype)) throw unsupported(`a ZIP file of the type ${mimetype}`);
  if (names.has("meta-inf/manifest.mf")) throw unsupported("a Java archive");
  return { kind: "files", files: archive };
}

/** Files with a list of their parts, as Office writes them (Open Packaging Conventions). */
function packageKind(archive: ZipArchive): DocumentKind {
  const types = decodedStart(archive.read("[Content_Types].xml"));
  const main = MAIN_PARTS.find(([, type]) => type.test(types));
  if (main) return { kind: main[0], archive };
  if (FIXED_PAGES.test(decodedStart(archive.read("_rels/.rels")))) return { kind: "xps", archive };
  throw unsupported("a package in the format of Office (OPC) without a document that can be read");
}

/** What formats that are ZIP files say of themselves in a file of its own. */
const MEDIA_TYPE = /^[\w-]+\/[\w.+-]{1,100}$/;

function unsupported(what: string): ExtractionError {
  return new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedDocument(what, "Export it as PDF"));
}

/** The relation of XPS and OXPS documents to their list of pages. */
const FIXED_PAGES = /\/fixedrepresentation"/;

function decodedStart(bytes: Uint8Array | undefined): string {
  return bytes ? decodeText(bytes).trim() : "";
}

/** Namespace of workbooks that are a single XML file. */
const EXCEL_2003 = /"urn:schemas-microsoft-com:office:spreadsheet"/;
const NAMESPACES_WITHIN = 4096;

/** The attribute that says what a flat OpenDocument file is. */
const FLAT_OPEN_DOCUMENT = /office:mimetype="application\/vnd\.oasis\.opendocument\./;

function markupKind(text: string): DocumentKind {
  const root = /<(?!\?|!)(?:[\w-]+:)?([\w-]+)/.exec(text)?.[1]?.toLowerCase();
  if (root === "document" && FLAT_OPEN_DOCUMENT.test(text)) return { kind: "flat-open-document", text };
  if (root === "html") return { kind: "html", text };
  if (root === "fictionbook") return { kind: "fiction-book", text };
  if (root === "svg") return { kind: "svg" };
  if (root === "workbook" && EXCEL_2003.test(text.slice(0, NAMESPACES_WITHIN))) return { kind: "xls" };
  return { kind: isElectronicInvoice(text) ? "e-invoice" : "xml", text };
}

/** Headings, fenced code, list items with links or emphasis: what plain text rarely has. */
const MARKDOWN = [
  /^#{1,6} \S/m,
  /^(?:```|~~~)/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /\*\*[^*\n]+\*\*/,
  /^\|?(?:\s*:?-{3,}:?\s*\|)+/m,
];
const MARKDOWN_SIGNS = 2;

function textKind(text: string): DocumentKind {
  const json = jsonOf(text);
  if (json !== undefined) return { kind: isNotebook(json) ? "notebook" : "json", text };
  if (/^\s*BEGIN:VCALENDAR\b/i.test(text)) return { kind: "calendar", text };
  if (/^\s*<(?:!doctype\s+html|html|body|head|table|div|p|h1)\b/i.test(text)) return { kind: "html", text };
  if (delimiterOf(text) !== undefined) return { kind: "delimited", text };
  const signs = MARKDOWN.filter((sign) => sign.test(text)).length;
  return signs >= MARKDOWN_SIGNS || /^# \S/.test(text) ? { kind: "markdown", text } : { kind: "text", text };
}

/** What JSON holds; undefined for other text. */
function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
