import { PDFDocument, PDFName } from "#pdf-lib";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { savedPdf } from "../../engines/pdf-writing/saved-pdf.ts";
import { isPicture, mediaTypeOf } from "../../document/media-type.ts";
import type { ContainedFile } from "../model/flow-document.ts";
import type { ConversionOptions, ConvertedDocument } from "../document-converter.ts";
import { namesText, notReadByOption } from "./unread-files.ts";

/** How many files are read, those in contained files included. */
const MAX_FILES = 200;

/** Files inside files are read to this depth. */
const MAX_DEPTH = 3;

/** Content of all files that are read, in bytes; of archives, their own size counts too. */
const MAX_CONTENT = 512 * 2 ** 20;

/** A document as a PDF or image, and the files that it contains. */
export interface OpenedDocument {
  /** Undefined for an archive, which is nothing but its files. */
  readonly pdf: Uint8Array | undefined;
  readonly notes: readonly string[];
  readonly files: readonly ContainedFile[];
}

type Open = (bytes: Uint8Array, options: ConversionOptions) => Promise<OpenedDocument>;

/** Appends the pages of contained files to their document's; each page's origin names its file. */
export async function withFiles(
  document: OpenedDocument,
  options: ConversionOptions,
  open: Open,
): Promise<ConvertedDocument> {
  const joined = new JoinedFiles(options, open);
  await joined.add(document, []);
  return joined.document();
}

class JoinedFiles {
  readonly #options: ConversionOptions;
  readonly #open: Open;
  #pdf: PDFDocument | undefined;
  readonly #origins: string[] = [];
  readonly #notes: string[] = [];
  /** The files that were not read, by the message of their error. */
  readonly #unread = new Map<string, { readonly error: ExtractionError; readonly names: string[] }>();
  #files = 0;
  #content = 0;

  constructor(options: ConversionOptions, open: Open) {
    this.#options = options;
    this.#open = open;
  }

  async add({ pdf, notes, files }: OpenedDocument, path: readonly string[]): Promise<void> {
    const origin = path.join(" / ");
    if (!pdf && files.length === 0)
      throw new ExtractionError("UNSUPPORTED_DOCUMENT", "The ZIP file contains no files.");
    if (pdf) await this.#addPages(pdf, origin);
    const isRead = !pdf || this.#options.attachments === "read";
    const all = isRead ? notes : [...notes, ...notReadByOption(files)];
    this.#notes.push(...all.map((note) => (origin === "" ? note : `${origin}: ${note}`)));
    if (isRead) for (const file of files) await this.#addFile(file, [...path, file.name]);
  }

  async #addFile(file: ContainedFile, path: readonly string[]): Promise<void> {
    try {
      await this.add(await this.#opened(file, path.length), path);
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      this.#failed(error, path.join(" / "));
    }
  }

  #opened(file: ContainedFile, depth: number): Promise<OpenedDocument> {
    if (depth > MAX_DEPTH) throw tooMuch(`Files inside files are read to a depth of ${MAX_DEPTH}.`);
    if (this.#files >= MAX_FILES) throw tooMuch(`At most ${MAX_FILES} contained files are read.`);
    if (this.#content >= MAX_CONTENT)
      throw tooMuch(`At most ${MAX_CONTENT / 2 ** 20} MB of contained files are read.`);
    const bytes = file.bytes();
    this.#files++;
    this.#content += bytes.length;
    return this.#open(bytes, this.#options);
  }

  #failed(error: ExtractionError, name: string): void {
    const unread = this.#unread.get(error.message) ?? { error, names: [] };
    unread.names.push(name);
    this.#unread.set(error.message, unread);
  }

  /** The first PDF stays as it is, with its tags. */
  async #addPages(bytes: Uint8Array, origin: string): Promise<void> {
    const pages = await openPdf(bytes, this.#options.password);
    const count = pages.getPageCount();
    this.#origins.push(...Array.from({ length: count }, () => origin));
    if (this.#pdf === undefined) {
      this.#pdf = pages;
      return;
    }
    for (const page of await this.#pdf.copyPages(pages, pages.getPageIndices())) {
      // The number of its tags is one in its own document.
      page.node.delete(STRUCT_PARENTS);
      this.#pdf.addPage(page);
    }
  }

  async document(): Promise<ConvertedDocument> {
    const unread = Array.from(this.#unread.values(), ({ error, names }) => ({
      error,
      note: unreadNote(error, names),
    }));
    const notes = unread.map(({ note }) => note);
    if (!this.#pdf) {
      const code = unread.length === 1 && unread[0] ? unread[0].error.code : "UNSUPPORTED_DOCUMENT";
      throw new ExtractionError(code, `No file in the ZIP file can be read. ${notes.join(" ")}`);
    }
    return {
      pdf: shared(await savedPdf(this.#pdf)),
      notes: [...this.#notes, ...notes],
      origins: this.#origins,
    };
  }
}

const STRUCT_PARENTS = PDFName.of("StructParents");

function unreadNote({ message }: ExtractionError, names: readonly string[]): string {
  return `${namesText(names)} ${names.length === 1 ? "was" : "were"} not read: ${message}`;
}

function tooMuch(message: string): ExtractionError {
  return new ExtractionError("RESOURCE_LIMIT", message);
}

async function openPdf(bytes: Uint8Array, password: string): Promise<PDFDocument> {
  if (isPicture(mediaTypeOf(bytes))) {
    const { pdfOfPictures } = await import("../../engines/pdf-writing/picture-pages.ts");
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
