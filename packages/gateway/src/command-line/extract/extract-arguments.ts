import { availableParallelism } from "node:os";
import type { ExtractOptions } from "@galley/core/extract-options";
import { extractionOptionsIn, type Values } from "../extraction-options.ts";
import { tellWarning } from "../messages.ts";
import { type RecognitionArguments, recognitionIn } from "../recognition-arguments.ts";
import { UsageError } from "../usage-error.ts";
import { FORMAT_NAMES, type Format, formatNamed, isStructureFormat } from "./results/formats.ts";
import { jsonFieldsIn, type JsonFields } from "./results/json-fields.ts";

export interface ExtractArguments {
  /** Files, folders, globs and URLs; "-" is standard input. */
  readonly inputs: readonly string[];
  readonly options: ExtractOptions;
  readonly recognition: RecognitionArguments;
  readonly format: Format;
  /** A file, a folder or a pattern; undefined is standard output. */
  readonly output: string | undefined;
  readonly jsonFields: JsonFields;
  /** Documents and pages that are read at the same time; undefined chooses by their number. */
  readonly threads: number | undefined;
  readonly resume: boolean;
  readonly allowUrls: boolean;
  readonly verbosity: "quiet" | "normal" | "verbose";
}

const MAX_THREADS = 256;

/** Checks the arguments of `galley extract`. @throws UsageError */
export function extractArguments(inputs: readonly string[], values: Values): ExtractArguments {
  if (inputs.length === 0) {
    throw new UsageError("No file given. Name files, folders or patterns, or - for standard input.");
  }
  const { format, output } = destinationIn(values);
  const options = extractionOptionsIn(values);
  if (values["jsonFields"] !== undefined && format !== "json") {
    throw new UsageError("--json-fields: expected together with --format json");
  }
  if (values["quiet"] === true && values["verbose"] === true) {
    throw new UsageError("--quiet and --verbose: expected at most one of them");
  }
  return {
    inputs,
    options: isStructureFormat(format) ? { ...options, blocks: true } : options,
    recognition: recognitionIn(values),
    format,
    output,
    jsonFields: jsonFieldsIn(values),
    threads: threadsIn(values["threads"]),
    resume: values["resume"] === true,
    allowUrls: values["allowUrls"] === true,
    verbosity: values["quiet"] === true ? "quiet" : values["verbose"] === true ? "verbose" : "normal",
  };
}

interface Destination {
  readonly format: Format;
  readonly output: string | undefined;
}

/** Until version 0.2, `--output` was what `--format` is. */
function destinationIn({ format, output }: Values): Destination {
  if (format === undefined && typeof output === "string") {
    const old = formatNamed(output);
    if (old !== undefined) {
      tellWarning(`--output ${output} is now --format ${output}; --output names a file or a folder.`);
      return { format: old, output: undefined };
    }
  }
  const named = formatNamed(typeof format === "string" ? format : "text");
  if (named === undefined) throw new UsageError(`--format: expected one of ${FORMAT_NAMES.join(", ")}`);
  return { format: named, output: typeof output === "string" && output !== "-" ? output : undefined };
}

function threadsIn(value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (value === "auto") return availableParallelism();
  const threads = Number(value);
  if (value !== "" && Number.isInteger(threads) && threads >= 1 && threads <= MAX_THREADS) return threads;
  throw new UsageError(`--threads: expected a whole number from 1 to ${MAX_THREADS}, or auto`);
}
