import { parseArgs } from "node:util";
import {
  EXTRACTION_MODES,
  extractOptionsSchema,
  LINE_STRATEGIES,
  OUTPUT_MODES,
  type ExtractOptions,
} from "@galley/core";

const OUTPUTS = ["text", "json"] as const;
export type Output = (typeof OUTPUTS)[number];

export interface ExtractArguments {
  /** Paths; "-" is standard input. */
  readonly files: readonly string[];
  readonly options: ExtractOptions;
  readonly output: Output;
}

/** The command was not called as it can be; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const MEANINGS = {
  mode: EXTRACTION_MODES.join(", "),
  outputMode: OUTPUT_MODES.join(", "),
  pageSeparator: "line at the end of every page; {{page_no}} is its number",
  pages: 'pages to read, such as "1-3,7,9-"; all where empty',
  medianFilterSize: "median filter against noise, pixels; low_cost only",
  gaussianBlurRadius: "blur against noise, pixels; low_cost only",
  lineTolerance: "how far text may leave its line, in character heights",
  lineStrategy: LINE_STRATEGIES.join(", "),
  horizontalStretchFactor: "stretches the page before columns are found",
  markVerticalLines: "draw vertical rules with |",
  markHorizontalLines: "draw horizontal rules with -",
  lang: 'languages of the recogniser, such as "deu+fra"',
  addLineNumbers: "put a hexadecimal number before every line",
  allowRotatedText: "keep text that is tilted",
  watermarkAngleThreshold: "degrees from which text counts as tilted",
  ignoreVerticalText: "leave out text that reads upwards or downwards",
  derotateThreshold: "degrees up to which a tilted page is straightened",
  minTableWidth: "narrower tables are plain text, fraction of the page",
  wordConfidenceThreshold: "leave out recognised words below it, 0 to 1",
  includeLineConfidence: "a confidence for every line",
  checkboxConfidenceThreshold: "a box counts as marked from here on, 0 to 1",
  password: "opens an encrypted document",
} as const satisfies Record<keyof ExtractOptions, string>;

/** The default of an option also tells its type. */
const DEFAULTS = Object.entries(extractOptionsSchema.parse({}));

/** Reads what follows `galley extract`. @throws UsageError */
export function readExtractArguments(arguments_: readonly string[]): ExtractArguments | "help" {
  const { values, positionals } = parsedArguments(arguments_);
  if (values["help"] === true) return "help";
  if (positionals.length === 0) throw new UsageError("Name at least one file, or - for standard input.");
  const output = OUTPUTS.find((valid) => valid === (values["output"] ?? "text"));
  if (output === undefined) throw new UsageError(`--output: expected one of ${OUTPUTS.join(", ")}`);
  return { files: positionals, options: optionsIn(values), output };
}

type Values = Readonly<Record<string, unknown>>;

function parsedArguments(arguments_: readonly string[]): { values: Values; positionals: string[] } {
  const options = DEFAULTS.map(([name, preset]) => [
    switchOf(name),
    { type: typeof preset === "boolean" ? ("boolean" as const) : ("string" as const) },
  ]);
  try {
    return parseArgs({
      args: [...arguments_],
      allowPositionals: true,
      allowNegative: true,
      options: {
        ...Object.fromEntries(options),
        output: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function optionsIn(values: Values): ExtractOptions {
  const given = DEFAULTS.flatMap(([name, preset]) => {
    const value = values[switchOf(name)];
    if (value === undefined) return [];
    return [[name, typeof preset === "number" ? numberIn(value) : value]];
  });
  const parsed = extractOptionsSchema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path, message }) => `--${switchOf(String(path[0]))}: ${message}`,
  );
  throw new UsageError(problems.join("\n"));
}

/** What is no number stays as it is, for the schema to refuse. */
function numberIn(value: unknown): unknown {
  const number = Number(value);
  return value === "" || Number.isNaN(number) ? value : number;
}

/** `outputMode` is `output-mode` on the command line. */
function switchOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function extractUsage(): string {
  const meanings = new Map<string, string>(Object.entries(MEANINGS));
  const rows = [
    ["--output text|json", "the text, or one line of JSON for each file (text)"],
    ...DEFAULTS.map(([name, preset]) => usageOf(name, preset, meanings.get(name) ?? "")),
    ["--help", "print this text"],
  ];
  const width = Math.max(...rows.map(([name]) => name?.length ?? 0));
  const lines = rows.map(([name = "", meaning = ""]) => `  ${name.padEnd(width)}  ${meaning}`);
  return `Usage: galley extract FILE… [OPTION…]

Writes the text of documents to standard output, with the layout of their pages
kept. - reads standard input. A switch is turned off with --no- before its name.

${lines.join("\n")}

Ends with 0, with 1 when a file or a page could not be read, with 2 when it was
called wrongly.
`;
}

function usageOf(name: string, preset: string | number | boolean, meaning: string): [string, string] {
  if (typeof preset === "boolean") return [`--${switchOf(name)}`, `${meaning} (${preset ? "on" : "off"})`];
  const placeholder = typeof preset === "number" ? "N" : "TEXT";
  return [`--${switchOf(name)} ${placeholder}`, preset === "" ? meaning : `${meaning} (${preset})`];
}
