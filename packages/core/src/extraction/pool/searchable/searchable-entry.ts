import { parentPort, workerData } from "node:worker_threads";
import { ExtractionError } from "../../failure/extraction-error.ts";
import { searchablePdf } from "../../searchable/searchable-pdf.ts";
import type { SearchableOutcome, SearchableTask } from "./searchable-apart.ts";

/** Entry point of the thread that writes a searchable PDF. */
const { path, pages }: SearchableTask = workerData;

/** An error would lose its class on the way. */
async function outcome(): Promise<SearchableOutcome> {
  try {
    return { ok: true, pdf: await searchablePdf(path, { pages: pages.map((page) => ({ outcome: page })) }) };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    return { ok: false, code: error.code, message: error.message };
  }
}

parentPort?.postMessage(await outcome(), []);
