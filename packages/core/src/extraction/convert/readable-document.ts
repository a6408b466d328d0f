import { isConverted, mediaTypeOf } from "../document/media-type.ts";
import type { ConversionOptions, DocumentConverter } from "./document-converter.ts";

/** A document that the engines can read: the document itself, or the PDF that it was converted to. */
export interface ReadableDocument {
  readonly bytes: Uint8Array;
  /** What the conversion left out, as sentences. */
  readonly notes: readonly string[];
}

/** Converts the document if no engine reads it as it is. Throws as `convert` does. */
export async function readableDocument(
  bytes: Uint8Array,
  options: ConversionOptions,
  convert: DocumentConverter,
): Promise<ReadableDocument> {
  if (!isConverted(mediaTypeOf(bytes))) return { bytes, notes: [] };
  const { pdf, notes } = await convert(bytes, options);
  return { bytes: pdf, notes };
}

/** The built-in converter, imported when it is needed. */
export const convertHere: DocumentConverter = async (bytes, options) => {
  const { convertDocument } = await import("./convert-document.ts");
  return convertDocument(bytes, options);
};
