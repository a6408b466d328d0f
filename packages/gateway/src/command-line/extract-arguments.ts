import type { ExtractOptions } from "@galley/core/extract-text";
import {
  type CommandArguments,
  optionsIn,
  readArguments,
  switchesUsage,
  UsageError,
} from "./option-arguments.ts";
import {
  RECOGNITION_SWITCHES,
  RECOGNITION_USAGE,
  type RecognitionArguments,
  recognitionIn,
} from "./recognition-arguments.ts";

const TEXT_OUTPUTS = ["text", "json", "pdf", "png"] as const;

/** Renditions of the document's structure. */
export const STRUCTURE_OUTPUTS = ["markdown", "html", "plain", "blocks", "chunks", "csv"] as const;

const OUTPUTS = [...TEXT_OUTPUTS, ...STRUCTURE_OUTPUTS] as const;
export type Output = (typeof OUTPUTS)[number];
export type StructureOutput = (typeof STRUCTURE_OUTPUTS)[number];

export function isStructureOutput(output: Output): output is StructureOutput {
  return STRUCTURE_OUTPUTS.some((name) => name === output);
}

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
    format: { type: "string" },
    ...RECOGNITION_SWITCHES,
  });
  if (values["help"] === true) return "help";
  if (positionals.length === 0)
    throw new UsageError("No file given. Name at least one file, or - for standard input.");
  const output = outputIn(values);
  if (output === "pdf" && positionals.length > 1)
    throw new UsageError("--output pdf: expected exactly one file.");
  const options = optionsIn(values);
  return {
    files: positionals,
    options: isStructureOutput(output) ? { ...options, blocks: true } : options,
    recognition: recognitionIn(values),
    output,
  };
}

/** `--format` is another name of `--output`. */
function outputIn(values: CommandArguments["values"]): Output {
  const name = values["output"] === undefined && values["format"] !== undefined ? "format" : "output";
  const output = OUTPUTS.find((valid) => valid === (values[name] ?? "text"));
  if (output === undefined) throw new UsageError(`--${name}: expected one of ${OUTPUTS.join(", ")}`);
  return output;
}

export function extractUsage(): string {
  const switches = switchesUsage([
    ["--output text|json|pdf", "text, one line of JSON per file, or a searchable PDF (text)"],
    ["--output markdown|html|plain", "structure as Markdown, as HTML, or as plain text in reading order"],
    ["--output blocks|chunks|csv", "blocks or chunks for retrieval as JSON, or the tables as CSV"],
    ["--output png", "a picture of each page, written to FILE-1.png, FILE-2.png, … in the current folder"],
    ["--format …", "the same as --output"],
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
