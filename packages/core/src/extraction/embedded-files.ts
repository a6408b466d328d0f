import { mediaTypeOf } from "./document/media-type.ts";
import { type DocumentSource, loadDocument } from "./document/document-source.ts";

/** A file in a document. */
export interface FileInDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Size of a file, in bytes; larger ones are left out. The XML of the longest invoices has 2 MB. */
const MAX_FILE = 16 * 2 ** 20;

/** Size of all files, in bytes. */
const MAX_FILES_TOTAL = 64 * 2 ** 20;

export interface EmbeddedFilesOptions {
  readonly password?: string | undefined;
}

/**
 * The files in a PDF, such as the XML of an electronic invoice: at most 1,000 files of at most 16 MB, together at most
 * 64 MB. A document that is XML itself, signed or not, is its only file. Empty for all others, and for PDFs that cannot
 * be opened.
 *
 * @throws ExtractionError like an extraction, if there is no document or it is of no supported kind.
 */
export async function embeddedFiles(
  source: DocumentSource,
  { password = "" }: EmbeddedFilesOptions = {},
): Promise<readonly FileInDocument[]> {
  const loaded = await loadDocument(source);
  const isSigned = mediaTypeOf(loaded.subarray(0, 4096)) === "application/pkcs7-mime";
  const bytes = isSigned ? await contentOf(loaded) : loaded;
  const mediaType = mediaTypeOf(bytes.subarray(0, 4096));
  if (mediaType === "application/xml")
    return bytes.length > MAX_FILE ? [] : [{ name: "document.xml", bytes }];
  return mediaType === "application/pdf" ? withinTotal(await filesOfPdf(bytes, password)) : [];
}

async function contentOf(signed: Uint8Array): Promise<Uint8Array> {
  const { signedContent } = await import("./convert/containers/signed-content.ts");
  return signedContent(signed);
}

async function filesOfPdf(bytes: Uint8Array, password: string): Promise<readonly FileInDocument[]> {
  const { attachedFiles } = await import("./engines/native/document/attached-files.ts");
  try {
    return await attachedFiles(bytes, password, MAX_FILE);
  } catch {
    // The extraction of the document says what is wrong with it.
    return [];
  }
}

function withinTotal(files: readonly FileInDocument[]): readonly FileInDocument[] {
  let total = 0;
  return files.filter(({ bytes }) => (total += bytes.length) <= MAX_FILES_TOTAL);
}
