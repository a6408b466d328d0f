import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { kindOfPath } from "../files/kind-of-path.ts";
import { facts, httpUrl, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

const MEGABYTE = 1024 * 1024;

const existingFolder = readAs("an existing folder", (text) =>
  kindOfPath(text) === "folder" ? resolve(text) : undefined,
);

/** How documents are read, and how large they may be. */
export const extractionVariables = {
  GALLEY_THREADS: wholeNumber(1, 512)
    .optional()
    .register(facts, { meaning: "pages that are read at once", unset: "one for each core" }),
  GALLEY_EXTRACTION_MEMORY_MB: wholeNumber(256, 1_048_576)
    .prefault("2048")
    .register(facts, { meaning: "memory limit of one extraction host" }),
  GALLEY_MAX_UPLOAD_MB: wholeNumber(1, 102_400)
    .prefault("200")
    .register(facts, { meaning: "larger documents are refused" }),
  GALLEY_MAX_PAGES: wholeNumber(1, 1_000_000)
    .prefault("5000")
    .register(facts, { meaning: "documents with more pages are refused" }),
  GALLEY_PAGE_TIMEOUT_S: wholeNumber(1, 86_400)
    .prefault("120")
    .register(facts, { meaning: "seconds after which a page fails alone" }),
  GALLEY_TESSDATA: existingFolder
    .optional()
    .register(facts, { meaning: "folder of .traineddata files", unset: "packages" }),
  GALLEY_OCR_URL: httpUrl
    .optional()
    .register(facts, { meaning: "OCR service of one's own", unset: "none", hide: "password" }),
};

export interface ExtractionConfig {
  readonly extraction: {
    readonly threads: number;
    readonly memoryMb: number;
    readonly maxPages: number;
    readonly pageTimeoutSeconds: number;
    /** A folder of language data for the recogniser; "" for none. */
    readonly tessdata: string;
  };
  /** An OCR service that is used instead of the built-in recogniser. */
  readonly ocrUrl: string | undefined;
  readonly maxUploadBytes: number;
}

export function extractionConfig(environment: ValuesOf<typeof extractionVariables>): ExtractionConfig {
  return {
    extraction: {
      threads: environment.GALLEY_THREADS ?? availableParallelism(),
      memoryMb: environment.GALLEY_EXTRACTION_MEMORY_MB,
      maxPages: environment.GALLEY_MAX_PAGES,
      pageTimeoutSeconds: environment.GALLEY_PAGE_TIMEOUT_S,
      tessdata: environment.GALLEY_TESSDATA ?? "",
    },
    ocrUrl: environment.GALLEY_OCR_URL,
    maxUploadBytes: environment.GALLEY_MAX_UPLOAD_MB * MEGABYTE,
  };
}
