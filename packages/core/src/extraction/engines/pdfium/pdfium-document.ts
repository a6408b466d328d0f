import { ExtractionError } from "../../failure/extraction-error.ts";
import { guarded, isFatal, type Pdfium, startedPdfium } from "./pdfium-library.ts";

/** `FPDF_GetLastError` if the password is missing or wrong. */
const PASSWORD_ERROR = 4;

/** Size of PDFium's `FPDF_FILEACCESS`: length, function and its argument. */
const FILE_ACCESS_BYTES = 12;

/** An open page: PDFium's handles. */
export interface OpenPage {
  readonly pdfium: Pdfium;
  /** `FPDF_PAGE`. */
  readonly page: number;
  /** `FPDF_FORMHANDLE`. */
  readonly form: number;
}

/** A document open in PDFium, which reads from the bytes without a copy. */
export interface PdfiumDocument extends Disposable {
  readonly pageCount: number;
  /**
   * Opens page `number`, counted from 1, while `work` runs.
   *
   * @throws ExtractionError `DAMAGED_DOCUMENT`
   */
  withPage<Result>(number: number, work: (page: OpenPage) => Result): Result;
}

/**
 * Opens a document. The bytes may be shared with other threads.
 *
 * @throws ExtractionError `PASSWORD_REQUIRED` or `DAMAGED_DOCUMENT`.
 */
export async function openPdfiumDocument(bytes: Uint8Array, password: string): Promise<PdfiumDocument> {
  const pdfium = await startedPdfium();
  return guarded(() => {
    const file = fileOver(pdfium, bytes);
    try {
      return openedDocument(pdfium, file, password);
    } catch (error) {
      if (!isFatal(error)) file[Symbol.dispose]();
      throw error;
    }
  });
}

interface FileAccess extends Disposable {
  /** Address of the `FPDF_FILEACCESS`. */
  readonly at: number;
}

/** Lets PDFium read the bytes through callbacks, without a second copy in its memory. */
function fileOver({ pdfium }: Pdfium, bytes: Uint8Array): FileAccess {
  const { wasmExports, addFunction, removeFunction, setValue } = pdfium;
  const read = (_: number, position: number, address: number, size: number): 0 | 1 => {
    const from = position >>> 0;
    if (from + (size >>> 0) > bytes.length) return 0;
    pdfium.HEAPU8.set(bytes.subarray(from, from + (size >>> 0)), address >>> 0);
    return 1;
  };
  const callback = addFunction(read, "iiiii");
  const at = wasmExports.malloc(FILE_ACCESS_BYTES);
  setValue(at, bytes.length, "i32");
  setValue(at + 4, callback, "i32");
  setValue(at + 8, 0, "i32");
  return {
    at,
    [Symbol.dispose]() {
      removeFunction(callback);
      wasmExports.free(at);
    },
  };
}

function openedDocument(pdfium: Pdfium, file: FileAccess, password: string): PdfiumDocument {
  const document = pdfium.FPDF_LoadCustomDocument(file.at, password);
  if (document === 0) throw failureToOpen(pdfium.FPDF_GetLastError());
  const formInfo = pdfium.PDFiumExt_OpenFormFillInfo();
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, formInfo);
  let lost = false;
  const close = (): void => {
    pdfium.PDFiumExt_ExitFormFillEnvironment(form);
    pdfium.PDFiumExt_CloseFormFillInfo(formInfo);
    pdfium.FPDF_CloseDocument(document);
    file[Symbol.dispose]();
  };
  const pageCount = pdfium.FPDF_GetPageCount(document);
  if (pageCount === 0) {
    close();
    throw new ExtractionError("DAMAGED_DOCUMENT", "The PDF has no pages.");
  }
  return {
    pageCount,
    withPage(number, work) {
      try {
        return guarded(() => onPage({ pdfium, document, form, number }, work));
      } catch (cause) {
        lost ||= isFatal(cause);
        throw damagedPage(number, cause);
      }
    },
    [Symbol.dispose]: () => {
      if (!lost) guarded(close);
    },
  };
}

function onPage<Result>(
  { pdfium, document, form, number }: { pdfium: Pdfium; document: number; form: number; number: number },
  work: (page: OpenPage) => Result,
): Result {
  const page = pdfium.FPDF_LoadPage(document, number - 1);
  if (page === 0) throw damagedPage(number, undefined);
  let lost = false;
  try {
    pdfium.FORM_OnAfterLoadPage(page, form);
    return work({ pdfium, page, form });
  } catch (error) {
    lost = isFatal(error);
    throw error;
  } finally {
    if (!lost) {
      pdfium.FORM_OnBeforeClosePage(page, form);
      pdfium.FPDF_ClosePage(page);
    }
  }
}

function failureToOpen(code: number): ExtractionError {
  if (code === PASSWORD_ERROR) {
    return new ExtractionError("PASSWORD_REQUIRED", "The PDF is encrypted; pass its user or owner password.");
  }
  return new ExtractionError("DAMAGED_DOCUMENT", "The file is not a readable PDF.");
}

function damagedPage(number: number, cause: unknown): ExtractionError {
  if (cause instanceof ExtractionError) return cause;
  return new ExtractionError("DAMAGED_DOCUMENT", `Page ${number} is damaged and cannot be read.`, { cause });
}
