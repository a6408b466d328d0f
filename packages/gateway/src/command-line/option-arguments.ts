import { parseArgs } from "node:util";
import {
  EXTRACTION_MODES,
  extractOptionsSchema,
  LINE_STRATEGIES,
  OUTPUT_MODES,
  TEXT_ORDERS,
  type ExtractOptions,
} from "@galley/core/extract-text";

/** The command was not called as it can be; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What a command was called with, by the names of its switches. */
export type Values = Readonly<Record<string, unknown>>;

/** The switches that a command has besides those of an extraction. `--help` is one of every command. */
export type OwnSwitches = Readonly<Record<string, { readonly type: "string" | "boolean" }>>;

export interface CommandArguments {
  readonly values: Values;
  readonly positionals: readonly string[];
}

const MEANINGS = {
  mode: EXTRACTION_MODES.join(", "),
  outputMode: OUTPUT_MODES.join(", "),
  textOrder: `order of text: ${TEXT_ORDERS.join(", ")}`,
  pageSeparator: "line at the end of every page; {{page_no}} is its number",
  pages: 'pages to read, such as "1-3,7,9-"; all where empty',
  medianFilterSize: "median filter against noise, pixels; low_cost only",
  gaussianBlurRadius: "blur against noise, pixels; low_cost only",
  lineTolerance: "how far text may leave its line, in character heights",
  lineStrategy: LINE_STRATEGIES.join(", "),
  horizontalStretchFactor: "stretches the page before columns are found",
  markVerticalLines: "draw vertical rules with |",
  markHorizontalLines: "draw horizontal rules with -",
  recognition: "as_needed, every_page as if it were a picture, empty_pages",
  lang: 'languages of the recogniser, such as "deu+fra"',
  missingLanguages: "refuse, or skip those whose data is not installed",
  addLineNumbers: "put a hexadecimal number before every line",
  allowRotatedText: "keep text that is tilted",
  watermarkAngleThreshold: "degrees from which text counts as tilted",
  hiddenText: "keep, or drop what is clipped away or white on white",
  annotationText: "keep, or drop text boxes, stamps and watermarks",
  remarkText: "keep sticky notes and comments after the page, or drop them",
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

/** Reads what follows the name of a command that takes the options of an extraction. @throws UsageError */
export function readArguments(arguments_: readonly string[], ownSwitches: OwnSwitches): CommandArguments {
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
        ...ownSwitches,
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The options of an extraction among the values. @throws UsageError */
export function optionsIn(values: Values): ExtractOptions {
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

/** The usage of a command's own switches and of those of an extraction, one a line. */
export function switchesUsage(own: readonly (readonly [name: string, meaning: string])[]): string {
  const meanings = new Map<string, string>(Object.entries(MEANINGS));
  const rows = [
    ...own,
    ...DEFAULTS.map(([name, preset]) => usageOf(name, preset, meanings.get(name) ?? "")),
    ["--help", "print this text"] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join("\n");
}

function usageOf(name: string, preset: string | number | boolean, meaning: string): [string, string] {
  if (typeof preset === "boolean") return [`--${switchOf(name)}`, `${meaning} (${preset ? "on" : "off"})`];
  const placeholder = typeof preset === "number" ? "N" : "TEXT";
  return [`--${switchOf(name)} ${placeholder}`, preset === "" ? meaning : `${meaning} (${preset})`];
}
