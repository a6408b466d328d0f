import { ExtractionError } from "../extraction-error.ts";

/** What can be extracted. */
export const SUPPORTED_MEDIA_TYPES = [
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/tiff",
  "image/webp",
  "image/bmp",
  "image/gif",
] as const;

/** What the supported documents are called in messages. */
const SUPPORTED = "PDF, PNG, JPEG, TIFF, WebP, BMP, GIF";

/** Readers accept a header that stands within this many bytes of the start. */
const HEADER_WINDOW = 1024;
/** How far from either end the traces of a PDF whose header is lost are looked for. */
const TRACE_WINDOW = 4096;

interface Kind {
  readonly mediaType: string;
  /** What a refusal calls it. */
  readonly name: string;
  /** Beginnings that tell it, where `at` is not given at the very start. */
  readonly signatures: readonly string[];
  readonly at?: number;
}

const OTHER_KINDS: readonly Kind[] = [
  { mediaType: "image/png", name: "a PNG image", signatures: ["\x89PNG"] },
  { mediaType: "image/jpeg", name: "a JPEG image", signatures: ["\xff\xd8\xff"] },
  { mediaType: "image/gif", name: "a GIF image", signatures: ["GIF8"] },
  { mediaType: "image/tiff", name: "a TIFF image", signatures: ["II*\0", "MM\0*"] },
  { mediaType: "image/bmp", name: "a BMP image", signatures: ["BM"] },
  { mediaType: "image/webp", name: "a WebP image", signatures: ["WEBP"], at: 8 },
  { mediaType: "application/zip", name: "a ZIP file or an Office document", signatures: ["PK\x03\x04"] },
  {
    mediaType: "application/x-ole-storage",
    name: "an Office document of before 2007",
    signatures: ["\xd0\xcf\x11\xe0"],
  },
  { mediaType: "application/rtf", name: "an RTF document", signatures: ["{\\rtf"] },
  { mediaType: "application/postscript", name: "a PostScript file", signatures: ["%!PS"] },
  { mediaType: "text/html", name: "an HTML page", signatures: ["<!DOCTYPE", "<!doctype", "<html"] },
];

/**
 * The media type that the first bytes of a document tell (4096 are enough), never its name; undefined for one not
 * known here. A PDF may have other bytes before its header, or have lost the header.
 */
export function mediaTypeOf(head: Uint8Array): string | undefined {
  const start = latin1(head.subarray(0, TRACE_WINDOW));
  if (start.slice(0, HEADER_WINDOW).includes("%PDF-")) return "application/pdf";
  const kind = OTHER_KINDS.find(({ signatures, at }) =>
    signatures.some((signature) => start.startsWith(signature, at)),
  );
  return kind?.mediaType ?? (hasTracesOfPdf(start) ? "application/pdf" : undefined);
}

/**
 * Looks at the bytes of a whole document, never at its name.
 *
 * @throws ExtractionError `UNSUPPORTED_DOCUMENT`, saying what is supported.
 */
export function refuseUnsupported(bytes: Uint8Array): void {
  const mediaType = mediaTypeOf(bytes);
  if (SUPPORTED_MEDIA_TYPES.some((supported) => supported === mediaType)) return;
  if (mediaType === undefined && hasTracesOfPdf(latin1(bytes.subarray(-TRACE_WINDOW)))) return;
  throw new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedMessage(mediaType));
}

/** What a document of this type is, and what is supported instead. */
export function unsupportedMessage(mediaType: string | undefined): string {
  const kind = OTHER_KINDS.find((candidate) => candidate.mediaType === mediaType);
  return `The document is ${kind?.name ?? "of an unknown kind"}; supported: ${SUPPORTED}.`;
}

/** A PDF that lost its header can still be repaired from its objects. */
function hasTracesOfPdf(text: string): boolean {
  return /%PDF|\bendobj\b|\bstartxref\b|\b\d+ \d+ obj\b/.test(text);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
