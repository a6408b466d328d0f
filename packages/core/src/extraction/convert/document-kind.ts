import { mediaTypeOf } from "../document/media-type.ts";
import { isPlainText } from "../document/plain-text.ts";
import { ZipArchive } from "./archive/zip.ts";
import { compoundFileKind, type CompoundFileKind } from "./archive/compound-file.ts";
import { decodeText } from "./readers/text/decode-text.ts";
import { delimiterOf } from "./readers/text/delimited-text.ts";

/** What a document is, by its content. */
export type DocumentKind =
  | {
      readonly kind: "word" | "workbook" | "binary-workbook" | "slides" | "open-document" | "epub" | "files";
      readonly archive: ZipArchive;
    }
  | { readonly kind: CompoundFileKind }
  | { readonly kind: "rtf" | "svg" | "mail" }
  | {
      readonly kind: "flat-open-document" | "html" | "xml" | "json" | "markdown" | "delimited" | "text";
      readonly text: string;
    }
  | { readonly kind: "unknown" };

/** Finds out what a document is that is neither a PDF nor a picture. */
export async function documentKindOf(bytes: Uint8Array): Promise<DocumentKind> {
  const mediaType = mediaTypeOf(bytes.subarray(0, 4096));
  if (mediaType === "application/zip") return archiveKind(new ZipArchive(bytes));
  if (mediaType === "application/x-ole-storage") return { kind: await compoundFileKind(bytes) };
  if (mediaType === "application/vnd.ms-excel") return { kind: "old-workbook" };
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
  ["slides", /(?:presentationml|ms-powerpoint)[\w.]*\.main\b/i],
] as const;

/** Office documents and books are ZIP files with a list of their parts; all others are collections of files. */
function archiveKind(archive: ZipArchive): DocumentKind {
  const mimetype = decodedStart(archive.read("mimetype"));
  if (mimetype === "application/epub+zip") return { kind: "epub", archive };
  if (OPEN_DOCUMENT.test(mimetype)) return { kind: "open-document", archive };
  const names = new Set(archive.names.map((name) => name.toLowerCase()));
  if (names.has("[content_types].xml")) {
    const types = decodedStart(archive.read("[Content_Types].xml"));
    const main = MAIN_PARTS.find(([, type]) => type.test(types));
    if (main) return { kind: main[0], archive };
  }
  if (names.has("content.xml") && names.has("meta-inf/manifest.xml"))
    return { kind: "open-document", archive };
  return { kind: "files", archive };
}

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
  if (root === "svg") return { kind: "svg" };
  if (root === "workbook" && EXCEL_2003.test(text.slice(0, NAMESPACES_WITHIN)))
    return { kind: "old-workbook" };
  return { kind: "xml", text };
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
  if (isJson(text)) return { kind: "json", text };
  if (/^\s*<(?:!doctype\s+html|html|body|head|table|div|p|h1)\b/i.test(text)) return { kind: "html", text };
  if (delimiterOf(text) !== undefined) return { kind: "delimited", text };
  const signs = MARKDOWN.filter((sign) => sign.test(text)).length;
  return signs >= MARKDOWN_SIGNS || /^# \S/.test(text) ? { kind: "markdown", text } : { kind: "text", text };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
