import { ExtractionError } from "../../../failure/extraction-error.ts";
import { InflationBudget } from "./budgets.ts";
import {
  type CorePage,
  InvalidPDFException,
  LocalPdfManager,
  PasswordException,
  setVerbosityLevel,
  TranslatedFont,
  XRefParseException,
  type XRef,
} from "../generated/pdfjs-core.mjs";
import { PACKAGED_DATA, packagedData } from "./packaged-data.ts";
import { withRebuiltTrailer } from "./rebuilt-trailer.ts";

// Stops pdf.js from logging every irregularity of a document.
setVerbosityLevel(0);

// Type 3 glyph programs are drawings; text needs only their widths and encoding.
TranslatedFont.prototype.loadType3Data = () => Promise.resolve();

const EVALUATOR_OPTIONS = {
  maxImageSize: -1,
  disableFontFace: true,
  ignoreErrors: true,
  isOffscreenCanvasSupported: false,
  isImageDecoderSupported: false,
  canvasMaxAreaInBytes: -1,
  fontExtraProperties: false,
  useSystemFonts: false,
  useWasm: false,
  useWorkerFetch: false,
  cMapPacked: true,
  ...PACKAGED_DATA,
} as const;

/** A document whose cross-references, encryption and page tree pdf.js has read. */
export interface CoreDocument extends AsyncDisposable {
  readonly pageCount: number;
  readonly xref: XRef;
  /** Page `index`, counted from 0. */
  page(index: number): Promise<CorePage>;
}

/**
 * Opens a document; broken cross-references are rebuilt from the objects in the file.
 *
 * @throws ExtractionError `PASSWORD_REQUIRED`, `DAMAGED_DOCUMENT` or `RESOURCE_LIMIT`.
 */
export async function openCoreDocument(bytes: Uint8Array, password: string): Promise<CoreDocument> {
  const budget = new InflationBudget(bytes.length);
  try {
    const manager = await openManager(bytes, password, budget);
    const pageCount = manager.pdfDocument.numPages;
    // pdf.js treats the omitted data as damage and recovers; other engines would inflate all of it.
    if (budget.exceeded) throw new ExtractionError("RESOURCE_LIMIT", TOO_LARGE_INSIDE);
    if (!(pageCount > 0)) throw new ExtractionError("DAMAGED_DOCUMENT", "The PDF has no pages.");
    return {
      pageCount,
      xref: manager.pdfDocument.xref,
      page: (index) => manager.getPage(index),
      async [Symbol.asyncDispose]() {
        await manager.cleanup(true);
        manager.terminate();
      },
    };
  } catch (cause) {
    if (budget.exceeded) throw new ExtractionError("RESOURCE_LIMIT", TOO_LARGE_INSIDE, { cause });
    throw asExtractionError(cause, password);
  }
}

const TOO_LARGE_INSIDE =
  "The PDF was not read: its compressed structure inflates to far more data than a file of its size may hold.";

async function openManager(
  bytes: Uint8Array,
  password: string,
  budget: InflationBudget,
): Promise<LocalPdfManager> {
  try {
    return await initialised(createManager(bytes, password, budget), { repairs: false });
  } catch (error) {
    if (!(error instanceof XRefParseException || error instanceof InvalidPDFException)) throw error;
  }
  try {
    return await initialised(createManager(bytes, password, budget), { repairs: true });
  } catch (error) {
    const rebuilt = error instanceof InvalidPDFException ? withRebuiltTrailer(bytes) : undefined;
    if (!rebuilt) throw error;
    return initialised(createManager(rebuilt, password, budget), { repairs: true });
  }
}

/** Reads a document's structure; `repairs` reads it from the objects in the file, ignoring its cross-references. */
async function initialised(
  manager: LocalPdfManager,
  { repairs }: { readonly repairs: boolean },
): Promise<LocalPdfManager> {
  try {
    await manager.initDocument(repairs);
    return manager;
  } catch (error) {
    manager.terminate();
    throw error;
  }
}

let documentsOpened = 0;

function createManager(bytes: Uint8Array, password: string, budget: InflationBudget): LocalPdfManager {
  const manager = new LocalPdfManager({
    source: bytes,
    docId: `d${++documentsOpened}`,
    docBaseUrl: null,
    enableXfa: false,
    password: password === "" ? null : password,
    handler: packagedData,
    evaluatorOptions: { ...EVALUATOR_OPTIONS },
  });
  manager.decodeBudget = budget;
  return manager;
}

/** What pdf.js says of encryption that is not the standard one with passwords. */
const OTHER_ENCRYPTION = /^(unknown encryption method|unsupported encryption algorithm)$/u;

function asExtractionError(cause: unknown, password: string): ExtractionError {
  if (cause instanceof ExtractionError) return cause;
  if (cause instanceof PasswordException) {
    const message =
      password === ""
        ? "The PDF is encrypted; pass its user or owner password."
        : "The password does not open the PDF; pass its user or owner password.";
    return new ExtractionError("PASSWORD_REQUIRED", message, { cause });
  }
  if (cause instanceof Error && OTHER_ENCRYPTION.test(cause.message)) {
    const message =
      "The PDF is encrypted for the owners of certificates or in an unknown way; only encryption with a password is supported.";
    return new ExtractionError("UNSUPPORTED_DOCUMENT", message, { cause });
  }
  const reason = cause instanceof Error && cause.message !== "" ? `: ${cause.message}` : ".";
  return new ExtractionError("DAMAGED_DOCUMENT", `The file is not a readable PDF${reason}`, {
    cause,
  });
}
