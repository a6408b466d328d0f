import { readFile } from "node:fs/promises";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";
import { packagedFile } from "../packaged-file.ts";

/** The PDFium instance of this thread: one library, one memory, any number of documents. */
export type Pdfium = WrappedPdfiumModule;

let running: Promise<Pdfium> | undefined;

/** Starts PDFium on first use: it takes 5 MB of code and 18 MB of memory. */
export function startedPdfium(): Promise<Pdfium> {
  running ??= startPdfium();
  return running;
}

/**
 * Runs `work`. If PDFium crashes, its memory is no longer reliable: its documents are lost, and the next one gets a new
 * instance.
 */
export function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (isFatal(error)) running = undefined;
    throw error;
  }
}

/** Whether the library aborted or ran out of memory or stack. */
export function isFatal(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

async function startPdfium(): Promise<Pdfium> {
  try {
    const { init } = await import("@embedpdf/pdfium");
    const file = await readFile(packagedFile("@embedpdf/pdfium/pdfium.wasm", "pdfium.wasm"));
    const pdfium = await init({ wasmBinary: Uint8Array.from(file).buffer });
    pdfium.PDFiumExt_Init();
    return pdfium;
  } catch (error) {
    running = undefined;
    throw error;
  }
}
