import { extname } from "node:path";
import { ExtractionError } from "../failure/extraction-error.ts";
import { netpbmHeader } from "./netpbm-header.ts";
import { isPlainText, utf16Of } from "./plain-text.ts";

/** Documents that are read as they are. */
const DRAWN_MEDIA_TYPES: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/tiff",
  "image/webp",
  "image/bmp",
  "image/gif",
  "image/avif",
  "image/x-portable-anymap",
]);

/** Documents that are converted to PDF first. The content of ZIP and OLE files decides whether they can be. */
const CONVERTED_MEDIA_TYPES: ReadonlySet<string> = new Set([
  "application/zip",
  "application/x-ole-storage",
  "application/vnd.ms-excel",
  "application/rtf",
  "text/html",
  "application/xml",
  "image/svg+xml",
  "image/jp2",
  "message/rfc822",
  "text/plain",
  "application/pkcs7-mime",
]);

/** The supported formats as messages name them. */
const SUPPORTED =
  "PDF, images (PNG, JPEG, TIFF, WebP, BMP, GIF, AVIF, JPEG 2000, PBM, PGM, PPM, SVG), Word (DOCX, DOTX, DOC, ODT, RTF), " +
  "Excel (XLSX, XLSM, XLS, ODS, CSV), PowerPoint (PPTX, PPT, ODP), Visio (VSDX), Pages, Numbers, Keynote, XPS, HWPX, " +
  "mail (EML, MSG), calendars (ICS), HTML, EPUB, FB2, Markdown, Jupyter notebooks, XML, JSON, text and ZIP";

/** PDF readers accept a header within this many bytes of the start. */
const HEADER_WINDOW = 1024;
/** How many bytes at either end are searched for PDF syntax if the header is missing. */
const TRACE_WINDOW = 4096;

interface Kind {
  readonly mediaType: string;
  /** The name used in error messages. */
  readonly name: string;
  /** Its first bytes, as Latin-1. */
  readonly begins: readonly string[] | RegExp | ((head: string) => boolean);
  /** What to do with an unsupported one, unless converting it to PDF is the shortest way. */
  readonly advice?: string;
}

/** Header lines that e-mail messages contain and HTTP responses do not. */
const MAIL_HEADER =
  /^(?:From |(?:[\w-]+:.*\r?\n(?:[ \t].*\r?\n)*)*?(?:From|Received|Return-Path|Delivered-To|Message-ID|MIME-Version):)/i;

const OTHER_KINDS: readonly Kind[] = [
  { mediaType: "image/png", name: "a PNG image", begins: ["\x89PNG"] },
  { mediaType: "image/jpeg", name: "a JPEG image", begins: ["\xff\xd8\xff"] },
  { mediaType: "image/gif", name: "a GIF image", begins: ["GIF8"] },
  { mediaType: "image/tiff", name: "a TIFF image", begins: ["II*\0", "MM\0*", "II+\0", "MM\0+"] },
  { mediaType: "image/webp", name: "a WebP image", begins: /^RIFF[^]{4}WEBP/ },
  // AVIF and HEIC share a container: an image of the general kind says in its list which of them it is.
  {
    mediaType: "image/avif",
    name: "an AVIF image",
    begins: /^[^]{4}ftyp(?:avi[fs]|m[is]f1[^]{4}(?:[\w ]{4}){0,12}?avi[fs])/,
  },
  {
    mediaType: "image/heic",
    name: "a HEIC image",
    begins: /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/,
    advice: "Convert it to JPEG first",
  },
  { mediaType: "image/jp2", name: "a JPEG 2000 image", begins: ["\0\0\0\x0cjP  ", "\xff\x4f\xff\x51"] },
  {
    mediaType: "image/x-portable-anymap",
    name: "a PBM, PGM or PPM image",
    begins: (start) => netpbmHeader(start) !== undefined,
  },
  {
    mediaType: "application/zip",
    name: "a ZIP file",
    begins: ["PK\x03\x04", "PK\x05\x06", "PK\x07\x08"],
  },
  {
    mediaType: "application/x-ole-storage",
    name: "a compound file (OLE)",
    begins: ["\xd0\xcf\x11\xe0"],
  },
  {
    // Its first record, as versions before 5 and some reporting programs write it, without a container around it.
    mediaType: "application/vnd.ms-excel",
    name: "an Excel workbook",
    begins: ["\t\0\x04\0", "\t\x02\x06\0", "\t\x04\x06\0", "\t\x08\x08\0", "\t\x08\x10\0"],
  },
  { mediaType: "application/rtf", name: "an RTF document", begins: ["{\\rtf"] },
  { mediaType: "text/html", name: "an HTML page", begins: /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html)\b/i },
  {
    mediaType: "image/svg+xml",
    name: "an SVG image",
    begins:
      /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->)[^])*-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b/,
  },
  { mediaType: "application/xml", name: "an XML file", begins: /^(?:\xef\xbb\xbf)?\s*<\?xml\b/ },
  { mediaType: "message/rfc822", name: "a mail message", begins: MAIL_HEADER },
  {
    // Content with its signature (RFC 5652).
    mediaType: "application/pkcs7-mime",
    name: "a signed file (P7M)",
    begins: isSignedData,
  },
  {
    mediaType: "application/x-hwp",
    name: "a Hangul document (HWP)",
    begins: ["HWP Document File"],
    advice: "Save it as HWPX or export it as PDF",
  },
  { mediaType: "application/x-tar", name: "a TAR archive", begins: isTar },
  { mediaType: "application/gzip", name: "a GZIP file", begins: ["\x1f\x8b"] },
  { mediaType: "application/x-7z-compressed", name: "a 7-Zip archive", begins: ["7z\xbc\xaf\x27\x1c"] },
  { mediaType: "application/vnd.rar", name: "a RAR archive", begins: ["Rar!\x1a\x07"] },
  { mediaType: "application/vnd.ms-cab-compressed", name: "a CAB archive", begins: ["MSCF\0"] },
  { mediaType: "application/x-cpio", name: "a CPIO archive", begins: /^(?:07070[127]|\xc7\x71|\x71\xc7)/ },
  { mediaType: "application/x-archive", name: "an AR archive", begins: ["!<arch>\n"] },
  { mediaType: "application/vnd.fdf", name: "an FDF file", begins: ["%FDF-"] },
  { mediaType: "application/vnd.sqlite3", name: "an SQLite database", begins: ["SQLite format 3\0"] },
];

/** Signatures so short, or so close to those of old PDFs, that a PDF header after them takes precedence. */
const WEAK_KINDS: readonly Kind[] = [
  { mediaType: "image/bmp", name: "a BMP image", begins: ["BM"] },
  { mediaType: "application/postscript", name: "a PostScript file", begins: ["%!PS"] },
  {
    // What a browser's form posts. Its boundaries would be read as text of the document.
    mediaType: "multipart/form-data",
    name: "a multipart form",
    begins: /^--[^\r\n]{1,70}\r?\nContent-Disposition: form-data\b/i,
    advice: "Send the document itself, as the body of the request",
  },
];

const KINDS = [...OTHER_KINDS, ...WEAK_KINDS];

/**
 * Detects the media type from the first bytes (4096 are enough); undefined if unknown. A PDF may have other bytes before
 * its header, or lack the header, but a file with the signature of another format has that format: archives and messages
 * contain whole PDFs.
 */
export function mediaTypeOf(head: Uint8Array): string | undefined {
  const start = latin1(head.subarray(0, TRACE_WINDOW));
  const sure = OTHER_KINDS.find((kind) => beginsAs(kind, start));
  if (sure !== undefined) return sure.mediaType;
  const encoding = isPlainText(head) ? utf16Of(head) : undefined;
  if (encoding !== undefined) return textTypeOf(new TextDecoder(encoding).decode(Uint8Array.from(head)));
  if (start.slice(0, HEADER_WINDOW).includes("%PDF-")) return "application/pdf";
  const kind = WEAK_KINDS.find((candidate) => beginsAs(candidate, start));
  if (kind) return kind.mediaType;
  if (hasTracesOfPdf(start)) return "application/pdf";
  return isPlainText(head) ? "text/plain" : undefined;
}

/** Formats that are text, so that they may be in UTF-16. */
const TEXT_TYPES: ReadonlySet<string> = new Set([
  "text/html",
  "image/svg+xml",
  "application/xml",
  "message/rfc822",
]);

function textTypeOf(start: string): string {
  const kind = OTHER_KINDS.find(
    ({ mediaType, begins }) => TEXT_TYPES.has(mediaType) && beginsAs({ begins }, start),
  );
  return kind?.mediaType ?? "text/plain";
}

/**
 * Whether documents of this type and name can be submitted; the content of a container may still turn out to be
 * unsupported.
 */
export function isSupported(mediaType: string | undefined, name = ""): mediaType is string {
  if (mediaType === undefined || isTextNamedOtherwise(mediaType, name)) return false;
  return DRAWN_MEDIA_TYPES.has(mediaType) || isConverted(mediaType);
}

/** Whether documents of this type are converted to PDF before they are read. */
export function isConverted(mediaType: string | undefined): boolean {
  return mediaType !== undefined && CONVERTED_MEDIA_TYPES.has(mediaType);
}

/** Whether documents of this type are read as images. */
export function isPicture(mediaType: string | undefined): boolean {
  return mediaType?.startsWith("image/") === true && !isConverted(mediaType);
}

function beginsAs({ begins }: Pick<Kind, "begins">, start: string): boolean {
  if (typeof begins === "function") return begins(start);
  return begins instanceof RegExp
    ? begins.test(start)
    : begins.some((signature) => start.startsWith(signature));
}

/** The object identifier 1.2.840.113549.1.7.2 in a sequence whose length has up to five bytes. */
const SIGNED_DATA = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02";
const SIGNED_DATA_AT = [2, 3, 4, 5, 6] as const;

function isSignedData(head: string): boolean {
  return head.startsWith("0") && SIGNED_DATA_AT.some((at) => head.startsWith(SIGNED_DATA, at));
}

/** Where a TAR archive stores its first header's checksum: the sum of the header's bytes, counting these as spaces. */
const TAR_HEADER = 512;
const TAR_CHECKSUM = { start: 148, end: 156 } as const;

function isTar(head: string): boolean {
  if (head.length < TAR_HEADER) return false;
  const { start, end } = TAR_CHECKSUM;
  const declared = /^ *([0-7]{1,7})[ \0]*$/.exec(head.slice(start, end))?.[1];
  if (declared === undefined) return false;
  let sum = (end - start) * 0x20;
  for (let at = 0; at < TAR_HEADER; at++) if (at < start || at >= end) sum += head.charCodeAt(at);
  return sum === Number.parseInt(declared, 8);
}

/**
 * Rejects unsupported documents by their content.
 *
 * @param name Where the document has one; it matters for text only.
 * @throws ExtractionError `UNSUPPORTED_DOCUMENT` with the supported formats.
 */
export function refuseUnsupported(bytes: Uint8Array, name = ""): void {
  const mediaType = mediaTypeOf(bytes);
  if (isSupported(mediaType, name)) return;
  if (mediaType === undefined && hasTracesOfPdf(latin1(bytes.subarray(-TRACE_WINDOW)))) return;
  throw new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedMessage(mediaType, name));
}

/** Names of files that are never text. Not all: programs save text as `.doc` and tables as `.xls`. */
const NEVER_TEXT = /\.(?:pdf|png|jpe?g|tiff?|webp|gif|docx|xlsx|pptx|od[tsp]|epub|zip)$/i;

/** Whether plain text has the name of another format, like an answer of a proxy that was saved as a PDF. */
function isTextNamedOtherwise(mediaType: string | undefined, name: string): boolean {
  return mediaType === "text/plain" && NEVER_TEXT.test(name);
}

/** The error message for a document of this type and name. */
export function unsupportedMessage(mediaType: string | undefined, name = ""): string {
  if (isTextNamedOtherwise(mediaType, name))
    return unsupportedDocument(
      `plain text, though its name ends in ${extname(name)}`,
      "Name it .txt if it is meant to be text",
    );
  const kind = KINDS.find((candidate) => candidate.mediaType === mediaType);
  return unsupportedDocument(kind?.name ?? "of an unknown kind", kind?.advice ?? "Convert it to PDF first");
}

/** What to do with documents of old Office programs that no reader reads. */
export const OLD_OFFICE_ADVICE =
  "Save it in the newer format or convert it to PDF first; a service with LibreOffice configured reads it too";

/** The one message for refused documents: what it is, what is supported, what to do. */
export function unsupportedDocument(found: string, advice: string): string {
  return `The document is ${found}; supported: ${SUPPORTED}. ${advice}.`;
}

/** A PDF without its header can still be repaired from its objects. */
function hasTracesOfPdf(text: string): boolean {
  return /%PDF|\bendobj\b|\bstartxref\b|\b\d+ \d+ obj\b/.test(text);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
