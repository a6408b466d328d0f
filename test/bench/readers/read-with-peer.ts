import { readFile } from "node:fs/promises";
import { z } from "zod";
import { ownCpuMs } from "../measures/cpu-time.ts";
import type { DocumentReading } from "./peer-process.ts";
import { loadLiteparse } from "../quality/liteparse-reader.ts";
import { openWithPdfjs } from "../quality/pdfjs-characters.ts";

/** The child of `startPeer`: its argument is the library, each message the path of a document. */
const library = process.argv[2] ?? "";
const readPages = library === "pdfjs" ? readWithPdfjs : liteparseReading(library);
const documents = new Map<string, Uint8Array>();

process.on("message", (message) => {
  void read(z.string().parse(message)).then((reading) => process.send?.(reading));
});

async function read(path: string): Promise<DocumentReading> {
  const bytes = documents.get(path) ?? (await readFile(path));
  documents.set(path, bytes);
  const pageMilliseconds: number[] = [];
  let outcome: number | string;
  try {
    outcome = await readPages(bytes, pageMilliseconds);
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error);
  }
  return { outcome, pageMilliseconds, cpuMs: ownCpuMs(), peakMb: process.resourceUsage().maxRSS / 1024 };
}

/** The text runs of every page. */
async function readWithPdfjs(bytes: Uint8Array, pageMilliseconds: number[]): Promise<number> {
  const loading = openWithPdfjs(bytes);
  try {
    const document = await loading.promise;
    for (let number = 1; number <= document.numPages; number++) {
      const start = performance.now();
      const page = await document.getPage(number);
      await page.getTextContent();
      page.cleanup();
      pageMilliseconds.push(performance.now() - start);
    }
    return document.numPages;
  } finally {
    await loading.destroy();
  }
}

function liteparseReading(path: string): (bytes: Uint8Array) => Promise<number> {
  const parser = loadLiteparse(path);
  return async (bytes) => (await parser.parse(bytes)).pages.length;
}
