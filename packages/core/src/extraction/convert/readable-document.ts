import { isConverted, mediaTypeOf } from "../document/media-type.ts";
import type { StorableOutcome } from "../result/storable-outcome.ts";
import type { ConversionOptions, DocumentConverter } from "./document-converter.ts";

/** A document that the engines can read: the document itself, or the PDF that it was converted to. */
export interface ReadableDocument {
  readonly bytes: Uint8Array;
  /** What the conversion left out, as sentences. */
  readonly notes: readonly string[];
  /** See `ConvertedDocument`. */
  readonly origins: readonly string[];
}

/** Converts the document if no engine reads it as it is. Throws as `convert` does. */
export async function readableDocument(
  bytes: Uint8Array,
  options: ConversionOptions,
  convert: DocumentConverter,
): Promise<ReadableDocument> {
  const mediaType = mediaTypeOf(bytes);
  const readable = mediaType === "application/pdf" ? await unlocked(bytes, options.password) : bytes;
  if (!isConverted(mediaType) && !(mediaType === "application/pdf" && hasFiles(readable)))
    return { bytes: readable, notes: [], origins: [] };
  const { pdf, notes, origins } = await convert(readable, options);
  return { bytes: pdf, notes, origins };
}

/** A PDF that the empty owner password opens is opened without a password. */
async function unlocked(bytes: Uint8Array, password: string): Promise<Uint8Array> {
  if (password !== "" || !names(bytes, "/Encrypt")) return bytes;
  const { openedByEmptyOwner } = await import("./encryption/empty-owner-password.ts");
  return openedByEmptyOwner(bytes);
}

/** Whether a PDF may contain files: their streams are never compressed away. */
function hasFiles(bytes: Uint8Array): boolean {
  return names(bytes, "/EmbeddedFile");
}

/** V8 looks for so few bytes with `memchr`, which takes a tenth of the time that longer ones do. */
const FOUND_FAST = 6;

/** Whether a name stands anywhere in a PDF. */
function names(bytes: Uint8Array, name: string): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return file.includes(name.slice(0, FOUND_FAST)) && file.includes(name);
}

/** The page's outcome, whose message names the contained file that it comes from. */
export function fromOrigin<Outcome extends StorableOutcome>(
  outcome: Outcome,
  { origins }: Pick<ReadableDocument, "origins">,
): Outcome {
  const origin = origins[outcome.number - 1] ?? "";
  if (origin === "") return outcome;
  return { ...outcome, message: `From the file ${origin}. ${outcome.message}`.trimEnd() };
}

/** The built-in converter, imported when it is needed. */
export const convertHere: DocumentConverter = async (bytes, options) => {
  const { convertDocument } = await import("./convert-document.ts");
  return convertDocument(bytes, options);
};
