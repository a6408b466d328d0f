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

/** Reads what follows `galley extract`. @throws UsageError */
export function readExtractArguments(arguments_: readonly string[]): ExtractArguments | "help" {
  const { values, positionals } = readArguments(arguments_, {
    output: { type: "string" },
    ...RECOGNITION_SWITCHES,
  });
  if (values["help"] === true) return "help";
  if (positionals.length === 0) throw new UsageError("Name at least one file, or - for standard input.");
  const output = OUTPUTS.find((valid) => valid === (values["output"] ?? "text"));
  if (output === undefined) throw new UsageError(`--output: expected one of ${OUTPUTS.join(", ")}`);
  if (output === "pdf" && positionals.length > 1) throw new UsageError("--output pdf: name one file only.");
  return { files: positionals, options: optionsIn(values), recognition: recognitionIn(values), output };
}

export function extractUsage(): string {
  const switches = switchesUsage([
    ["--output text|json|pdf", "the text, a line of JSON for each file, or a searchable PDF (text)"],
    ...RECOGNITION_USAGE,
  ]);
  return `Usage: galley extract FILE… [OPTION…]

Writes the text of documents to standard output, with the layout of their pages
kept, or one document as a PDF with what was recognised as an invisible text. - reads standard input. A switch is turned off with --no- before its name.

${switches}

Ends with 0, with 1 when a file or a page could not be read, with 2 when it was
called wrongly.
`;
}
