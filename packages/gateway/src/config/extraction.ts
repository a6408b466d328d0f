import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { kindOfPath } from "../files/kind-of-path.ts";
import { type LanguageFolders, languageFolders } from "./language-folders.ts";
import type { storageVariables } from "./storage.ts";
import { facts, httpUrl, readAs, wholeNumber, type ValuesOf } from "./variable.ts";

const MEGABYTE = 1024 * 1024;

const existingFolder = readAs("an existing folder", (text) =>
  kindOfPath(text) === "folder" ? resolve(text) : undefined,
);

const existingFile = readAs("the path of an existing file", (text) =>
  kindOfPath(text) === "other" ? resolve(text) : undefined,
);

/** How documents are read, and the limits of their size. */
export const extractionVariables = {
  GALLEY_THREADS: wholeNumber(1, 512)
    .optional()
    .register(facts, { meaning: "number of pages read in parallel", unset: "one for each core" }),
  GALLEY_EXTRACTION_MEMORY_MB: wholeNumber(256, 1_048_576)
    .prefault("2048")
    .register(facts, { meaning: "memory limit of an extraction host, in megabytes" }),
  GALLEY_MAX_UPLOAD_MB: wholeNumber(1, 102_400)
    .prefault("200")
    .register(facts, { meaning: "maximum document size in megabytes; larger documents are rejected" }),
  GALLEY_MAX_PAGES: wholeNumber(1, 1_000_000)
    .prefault("5000")
    .register(facts, { meaning: "maximum number of pages; documents with more fail" }),
  GALLEY_PAGE_TIMEOUT_S: wholeNumber(1, 86_400)
    .prefault("120")
    .register(facts, { meaning: "time limit of a page in seconds; the other pages are still read" }),
  GALLEY_TESSDATA: existingFolder.optional().register(facts, {
    meaning:
      "folder of .traineddata files for the recogniser, besides the folder languages in the data folder",
    unset: "none",
  }),
  GALLEY_OFFICE_URL: httpUrl.optional().register(facts, {
    meaning: "Gotenberg service that converts Office documents instead of the built-in converter",
    unset: "none",
    hide: "password",
  }),
  GALLEY_SOFFICE: existingFile.optional().register(facts, {
    meaning:
      "LibreOffice's program soffice, which converts Office documents instead of the built-in converter",
    unset: "none",
  }),
};

export interface ExtractionConfig {
  readonly extraction: Pick<LanguageFolders, "tessdata"> & {
    readonly threads: number;
    readonly memoryMb: number;
    readonly maxPages: number;
    readonly pageTimeoutSeconds: number;
  };
  /** What converts Office documents instead of the built-in converter. */
  readonly office: { readonly url: string | undefined; readonly program: string | undefined };
  readonly maxUploadBytes: number;
}

export function extractionConfig(
  environment: ValuesOf<typeof extractionVariables & Pick<typeof storageVariables, "GALLEY_DATA_DIR">>,
): ExtractionConfig {
  const { tessdata } = languageFolders(environment);
  return {
    extraction: {
      threads: environment.GALLEY_THREADS ?? availableParallelism(),
      memoryMb: environment.GALLEY_EXTRACTION_MEMORY_MB,
      maxPages: environment.GALLEY_MAX_PAGES,
      pageTimeoutSeconds: environment.GALLEY_PAGE_TIMEOUT_S,
      tessdata,
    },
    office: { url: environment.GALLEY_OFFICE_URL, program: environment.GALLEY_SOFFICE },
    maxUploadBytes: environment.GALLEY_MAX_UPLOAD_MB * MEGABYTE,
  };
}
