import { parseArgs } from "node:util";
import {
  EXTRACTION_MODES,
  extractOptionsSchema,
  LINE_STRATEGIES,
  OCR_ENGINE_CHOICES,
  OUTPUT_MODES,
  TEXT_ORDERS,
  type ExtractOptions,
} from "@galley/core/extract-text";

/** Invalid usage of a command; the message says what is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The parsed arguments, by the names of their switches. */
export type Values = Readonly<Record<string, unknown>>;

/** The switches of a command besides the extraction options. Every command has `--help`. */
export type OwnSwitches = Readonly<Record<string, { readonly type: "string" | "boolean" }>>;

export interface CommandArguments {
  readonly values: Values;
  readonly positionals: readonly string[];
}

const MEANINGS = {
  mode: EXTRACTION_MODES.join(", "),
  outputMode: OUTPUT_MODES.join(", "),
  textOrder: `text order: ${TEXT_ORDERS.join(", ")}`,
  pageSeparator: "line at the end of every page; {{page_no}} is the page number",
  pages: 'pages to read, such as "1-3,7,9-"; all if empty',
  medianFilterSize: "size of the median filter against noise, pixels; low_cost only",
  gaussianBlurRadius: "radius of the blur against noise, pixels; low_cost only",
  lineTolerance: "how far text may leave its baseline, in character heights",
  lineStrategy: LINE_STRATEGIES.join(", "),
  horizontalStretchFactor: "horizontal stretch applied before columns are detected",
  markVerticalLines: "draw vertical ruling lines with |",
  markHorizontalLines: "draw horizontal ruling lines with -",
  recognition: "when to recognise images: as_needed, every_page, empty_pages",
  lang: 'OCR languages, such as "deu+fra"',
  missingLanguages: "reject languages whose data is not installed, or skip them",
  ocrEngine: `engine of recognition: ${OCR_ENGINE_CHOICES.join(", ")}`,
  handwriting: "who reads what looks handwritten: default, engine, service (needs --ocr-url)",
  addLineNumbers: "prefix every line with a hexadecimal line number",
  allowRotatedText: "keep rotated text",
  watermarkAngleThreshold: "degrees from which text counts as rotated",
  hiddenText: "keep or drop text that is clipped, covered or white on white",
  annotationText: "keep or drop text boxes, stamps and watermarks",
  remarkText: "append sticky notes and comments to the page, or drop them",
  ignoreVerticalText: "drop text that reads upwards or downwards",
  derotateThreshold: "maximum skew to correct, degrees",
  minTableWidth: "narrower tables become plain text, fraction of the page width",
  wordConfidenceThreshold: "drop recognised words with a lower confidence, 0 to 1",
  includeLineConfidence: "report a confidence for every line",
  checkboxConfidenceThreshold: "confidence from which a check box counts as checked, 0 to 1",
  blocks: "find headings, paragraphs, lists and tables beside the text",
  attachments: "name the files in a PDF, mail or ZIP file in the message (list), or read them, too (read)",
  password: "password of an encrypted document",
} as const satisfies Record<keyof ExtractOptions, string>;

/** The type of an option is that of its default. */
const DEFAULTS = Object.entries(extractOptionsSchema.parse({}));

/** Parses the arguments of a command that takes the extraction options. @throws UsageError */
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

/** The extraction options among the parsed arguments. @throws UsageError */
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

/** Values that are not numbers are left for the schema to reject. */
function numberIn(value: unknown): unknown {
  const number = Number(value);
  return value === "" || Number.isNaN(number) ? value : number;
}

/** `outputMode` is `output-mode` on the command line. */
function switchOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The help text of a command's own switches and of the extraction options, one per line. */
export function switchesUsage(own: readonly (readonly [name: string, meaning: string])[]): string {
  const meanings = new Map<string, string>(Object.entries(MEANINGS));
  const rows = [
    ...own,
    ...DEFAULTS.map(([name, preset]) => usageOf(name, preset, meanings.get(name) ?? "")),
    ["--help", "print this help"] as const,
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join("\n");
}

function usageOf(name: string, preset: string | number | boolean, meaning: string): [string, string] {
  if (typeof preset === "boolean") return [`--${switchOf(name)}`, `${meaning} (${preset ? "on" : "off"})`];
  const placeholder = typeof preset === "number" ? "N" : "TEXT";
  return [`--${switchOf(name)} ${placeholder}`, preset === "" ? meaning : `${meaning} (${preset})`];
}
