import type { ExtractOptions } from "@galley/core/extract-options";
import { extractionOptionsIn, type Values } from "../extraction-options.ts";
import { type RecognitionArguments, recognitionIn } from "../recognition-arguments.ts";
import { UsageError } from "../usage-error.ts";

/** What `galley explain` writes. */
export const EXPLAIN_FORMATS = ["html", "json"] as const;

export interface ExplainArguments {
  readonly file: string;
  /** Counted from 1. */
  readonly page: number;
  readonly options: ExtractOptions;
  readonly recognition: RecognitionArguments;
  readonly format: (typeof EXPLAIN_FORMATS)[number];
  /** A file; undefined is standard output. */
  readonly output: string | undefined;
  /** The folder of a test case, which is written instead of the explanation. */
  readonly caseFolder: string | undefined;
  /** The decision that a test case is about; "" if none is named. */
  readonly question: string;
}

/** Checks the arguments of `galley explain`. @throws UsageError */
export function explainArguments(files: readonly string[], values: Values): ExplainArguments {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) throw new UsageError("Expected exactly one file.");
  const format = EXPLAIN_FORMATS.find((name) => name === values["format"]);
  if (format === undefined) {
    throw new UsageError(`--format: expected one of ${EXPLAIN_FORMATS.join(", ")}`);
  }
  const { output, saveCase, question } = values;
  if (saveCase !== undefined && (output !== undefined || format !== "html")) {
    throw new UsageError("--save-case: expected without --output and --format");
  }
  if (question !== undefined && saveCase === undefined) {
    throw new UsageError("--question: expected together with --save-case");
  }
  return {
    file,
    page: pageIn(values["page"]),
    options: extractionOptionsIn(values),
    recognition: recognitionIn(values),
    format,
    output: typeof output === "string" && output !== "-" ? output : undefined,
    caseFolder: typeof saveCase === "string" ? saveCase : undefined,
    question: typeof question === "string" ? question : "",
  };
}

function pageIn(value: unknown): number {
  if (value === undefined) throw new UsageError("--page: name the page to explain, such as --page 3");
  const page = Number(value);
  if (value !== "" && Number.isSafeInteger(page) && page >= 1) return page;
  throw new UsageError(`--page: expected a page number of at least 1, such as --page 3`);
}
