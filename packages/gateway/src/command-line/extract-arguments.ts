import type { ExtractOptions } from "@galley/core/extract-text";
import { optionsIn, readArguments, switchesUsage, UsageError } from "./option-arguments.ts";
import {
  RECOGNITION_SWITCHES,
  RECOGNITION_USAGE,
  type RecognitionArguments,
  recognitionIn,
} from "./recognition-arguments.ts";

const OUTPUTS = ["text", "json", "pdf"] as const;
export type Output = (typeof OUTPUTS)[number];

export interface ExtractArguments {
  /** Paths; "-" is standard input. */
  readonly files: readonly string[];
  readonly options: ExtractOptions;
  readonly recognition: RecognitionArguments;
  readonly output: Output;
}

/** Parses the arguments of `galley extract`. @throws UsageError */
export function readExtractArguments(arguments_: readonly string[]): ExtractArguments | "help" {
  const { values, positionals } = readArguments(arguments_, {
    output: { type: "string" },
    ...RECOGNITION_SWITCHES,
  });
  if (values["help"] === true) return "help";
  if (positionals.length === 0)
    throw new UsageError("No file given. Name at least one file, or - for standard input.");
  const output = OUTPUTS.find((valid) => valid === (values["output"] ?? "text"));
  if (output === undefined) throw new UsageError(`--output: expected one of ${OUTPUTS.join(", ")}`);
  if (output === "pdf" && positionals.length > 1)
    throw new UsageError("--output pdf: expected exactly one file.");
  return { files: positionals, options: optionsIn(values), recognition: recognitionIn(values), output };
}

export function extractUsage(): string {
  const switches = switchesUsage([
    ["--output text|json|pdf", "text, one line of JSON per file, or a searchable PDF (text)"],
    ...RECOGNITION_USAGE,
  ]);
  return `Usage: galley extract FILE… [OPTION…]

Extracts the text of documents to standard output and keeps the page layout.
With --output pdf, writes one document as a PDF with an invisible text layer.
FILE can be - for standard input. Prefix a switch with --no- to turn it off.

${switches}

Exit codes: 0 success, 1 a file or a page could not be read, 2 invalid usage.
`;
}
