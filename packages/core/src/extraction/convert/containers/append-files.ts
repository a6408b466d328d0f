import { PDFDocument } from "#pdf-lib";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { savedPdf } from "../../engines/searchable/saved-pdf.ts";
import { isPicture, mediaTypeOf } from "../../document/media-type.ts";
import type { ContainedFile } from "../model/flow-document.ts";
import type { ConversionOptions, ConvertedDocument } from "../document-converter.ts";

/** More files, or files inside files inside files, are named but not read. */
const MAX_FILES = 200;

/** How a contained file becomes a PDF. */
type Convert = (bytes: Uint8Array, options: ConversionOptions) => Promise<ConvertedDocument>;

/** Appends the pages of contained files to their parent's; each page's origin names its file. */
export async function withFiles(
  parent: ConvertedDocument & { readonly files: readonly ContainedFile[] },
  options: ConversionOptions,
  convert: Convert,
): Promise<ConvertedDocument> {
  const whole = await openPdf(parent.pdf, options.password);
  const origins = whole.getPages().map((_, index) => parent.origins[index] ?? "");
  const notes = [...parent.notes];
  for (const [index, file] of parent.files.entries()) {
    if (index >= MAX_FILES) {
      notes.push(`${parent.files.length - MAX_FILES} more files were not read.`);
      break;
    }
    try {
      const part = await convert(file.bytes(), options);
      const pages = await openPdf(part.pdf, options.password);
      for (const page of await whole.copyPages(pages, pages.getPageIndices())) whole.addPage(page);
      const own = part.origins;
      origins.push(
        ...pages.getPages().map((_, at) => [file.name, own[at] ?? ""].filter(Boolean).join(" / ")),
      );
      notes.push(...part.notes.map((note) => `${file.name}: ${note}`));
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      notes.push(`${file.name} was not read: ${error.message}`);
    }
  }
  return { pdf: shared(await savedPdf(whole)), notes, origins };
}

async function openPdf(bytes: Uint8Array, password: string): Promise<PDFDocument> {
  if (isPicture(mediaTypeOf(bytes))) {
    const { pdfOfPictures } = await import("../../engines/searchable/picture-pages.ts");
    return pdfOfPictures(bytes);
  }
  try {
    return await PDFDocument.load(Uint8Array.from(bytes), { updateMetadata: false, password });
  } catch (cause) {
    // The engine says what is wrong: the password is missing, or the file is damaged.
    const { openCoreDocument } = await import("../../engines/native/document/core-document.ts");
    await (await openCoreDocument(bytes, password))[Symbol.asyncDispose]();
    throw new ExtractionError("UNSUPPORTED_DOCUMENT", "The PDF cannot be joined with other files.", {
      cause,
    });
  }
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
