import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { WrappedPdfiumModule } from "@embedpdf/pdfium";

/** PDFium as it runs in this thread: one library, one memory, any number of documents. */
export type Pdfium = WrappedPdfiumModule;

let running: Promise<Pdfium> | undefined;

/** PDFium, started when it is first asked for: it takes 5 MB of code and 18 MB of memory. */
export function startedPdfium(): Promise<Pdfium> {
  running ??= startPdfium();
  return running;
}

/**
 * Runs `work`. Where it brings PDFium down, nothing in its memory can be trusted any more: the next document is opened
 * in a new one, and the documents of this one are lost.
 */
export function guarded<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (isFatal(error)) running = undefined;
    throw error;
  }
}

/** The library aborted, ran out of its memory or of its stack. */
export function isFatal(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

async function startPdfium(): Promise<Pdfium> {
  try {
    const { init } = await import("@embedpdf/pdfium");
    const file = await readFile(createRequire(import.meta.url).resolve("@embedpdf/pdfium/pdfium.wasm"));
    const pdfium = await init({ wasmBinary: Uint8Array.from(file).buffer });
    pdfium.PDFiumExt_Init();
    return pdfium;
  } catch (error) {
    running = undefined;
    throw error;
  }
}
