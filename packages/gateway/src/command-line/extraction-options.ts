import {
  EXTRACTION_MODES,
  extractOptionsSchema,
  OCR_ENGINE_CHOICES,
  LINE_STRATEGIES,
  OUTPUT_MODES,
  plainWording,
  TEXT_ORDERS,
  type ExtractOptions,
} from "@galley/core/extract-options";
import { type Command, Option } from "commander";
import { UsageError } from "./usage-error.ts";

/** The values of a command's options by their names in camel case. */
export type Values = Readonly<Record<string, unknown>>;

interface OptionHelp {
  readonly group: "Pages" | "Text" | "Layout" | "Recognition";
  readonly meaning: string;
  readonly short?: string;
  /** The placeholder of the value; by default "n" for numbers and "text" for others. */
  readonly value?: string;
  readonly choices?: readonly string[];
}

const HELP = {
  pages: { group: "Pages", short: "-p", value: "list", meaning: 'pages to read, such as "1-3,7,9-"' },
  password: { group: "Pages", meaning: "password of an encrypted document" },
  attachments: {
    group: "Pages",
    meaning: "files in a PDF or a mail: name them in a message, or read them",
    choices: ["list", "read"],
  },
  mode: { group: "Text", meaning: "kind of document", choices: EXTRACTION_MODES },
  outputMode: { group: "Text", meaning: "text with or without the page layout", choices: OUTPUT_MODES },
  textOrder: { group: "Text", meaning: "order of text without layout", choices: TEXT_ORDERS },
  pageSeparator: {
    group: "Text",
    meaning: "line at the end of every page; {{page_no}} is the page number",
  },
  addLineNumbers: { group: "Text", meaning: "prefix every line with a hexadecimal line number" },
  includeLineConfidence: { group: "Text", meaning: "report a confidence for every line" },
  hiddenText: {
    group: "Text",
    meaning: "text that is clipped, covered or white on white",
    choices: ["keep", "drop"],
  },
  annotationText: {
    group: "Text",
    meaning: "text boxes, stamps and watermarks",
    choices: ["keep", "drop"],
  },
  remarkText: {
    group: "Text",
    meaning: "sticky notes and comments, after the page",
    choices: ["keep", "drop"],
  },
  blocks: { group: "Text", meaning: "find headings, paragraphs, lists and tables beside the text" },
  lineTolerance: {
    group: "Layout",
    meaning: "how far text may leave its baseline, in character heights",
  },
  lineStrategy: {
    group: "Layout",
    meaning: "which end of a slanted row decides its line",
    choices: LINE_STRATEGIES,
  },
  horizontalStretchFactor: {
    group: "Layout",
    meaning: "horizontal stretch applied before columns are detected",
  },
  markVerticalLines: { group: "Layout", meaning: "draw vertical ruling lines with |" },
  markHorizontalLines: { group: "Layout", meaning: "draw horizontal ruling lines with -" },
  minTableWidth: {
    group: "Layout",
    meaning: "narrower tables become plain text, as a fraction of the page width",
  },
  allowRotatedText: { group: "Layout", meaning: "keep rotated text" },
  watermarkAngleThreshold: { group: "Layout", meaning: "degrees from which text counts as rotated" },
  ignoreVerticalText: { group: "Layout", meaning: "drop text that reads upwards or downwards" },
  recognition: {
    group: "Recognition",
    meaning: "which images are recognised",
    choices: ["as_needed", "every_page", "empty_pages"],
  },
  lang: { group: "Recognition", short: "-l", value: "codes", meaning: 'languages, such as "deu+fra"' },
  missingLanguages: {
    group: "Recognition",
    meaning: "reject languages whose data is not installed, or skip them",
    choices: ["refuse", "skip"],
  },
  ocrEngine: { group: "Recognition", meaning: "engine of recognition", choices: OCR_ENGINE_CHOICES },
  handwriting: {
    group: "Recognition",
    meaning: "what reads handwriting; service needs --ocr-url",
    choices: ["default", "engine", "service"],
  },
  wordConfidenceThreshold: {
    group: "Recognition",
    meaning: "drop recognised words with a lower confidence, 0 to 1",
  },
  checkboxConfidenceThreshold: {
    group: "Recognition",
    meaning: "confidence from which a check box counts as checked, 0 to 1",
  },
  derotateThreshold: { group: "Recognition", meaning: "maximum skew to correct, in degrees" },
  medianFilterSize: {
    group: "Recognition",
    meaning: "size of the median filter against noise, in pixels; low_cost only",
  },
  gaussianBlurRadius: {
    group: "Recognition",
    meaning: "radius of the blur against noise, in pixels; low_cost only",
  },
} as const satisfies Record<keyof Omit<ExtractOptions, "renditions">, OptionHelp>;

const HELP_OF: ReadonlyMap<string, OptionHelp> = new Map(Object.entries(HELP));

/** The type of an option is that of its default. The format of the result chooses the rendition. */
const { renditions: _, ...PRESETS } = extractOptionsSchema.parse({});
const DEFAULTS: ReadonlyMap<string, string | number | boolean> = new Map(Object.entries(PRESETS));

/** Adds every option of an extraction to a command, in kebab case and in groups. */
export function addExtractionOptions(command: Command): Command {
  for (const [name, help] of HELP_OF) {
    const preset = DEFAULTS.get(name);
    if (typeof preset === "boolean") addSwitch(command, name, { ...help, preset });
    else command.addOption(valueOption(name, { ...help, preset }));
  }
  return command;
}

/** Help shows the form that changes the default; the other one is understood, too. */
function addSwitch(command: Command, name: string, help: OptionHelp & { readonly preset: boolean }): void {
  const { group, meaning, preset } = help;
  const [on, off] = [`--${switchOf(name)}`, `--no-${switchOf(name)}`];
  const shown = preset ? new Option(off, `do not ${meaning}`) : new Option(on, meaning);
  const hidden = new Option(preset ? on : off).hideHelp();
  command.addOption(shown.helpGroup(`${group}:`)).addOption(hidden);
}

function valueOption(name: string, help: OptionHelp & { readonly preset: unknown }): Option {
  const { group, meaning, preset, short, choices, value } = help;
  const placeholder = value ?? (typeof preset === "number" ? "n" : choices === undefined ? "text" : "name");
  const flags = `${short === undefined ? "" : `${short}, `}--${switchOf(name)} <${placeholder}>`;
  const option = new Option(flags, meaning).helpGroup(`${group}:`);
  // The schema of the options checks the value; here the choices are for help and completion.
  if (choices !== undefined) option.argChoices = [...choices];
  return preset === "" ? option : option.default(preset);
}

/** The extraction options among the values. @throws UsageError */
export function extractionOptionsIn(values: Values): ExtractOptions {
  const given = [...DEFAULTS].flatMap(([name, preset]) => {
    const value = values[name];
    if (value === undefined) return [];
    return [[name, typeof preset === "number" ? numberIn(value) : value]];
  });
  const parsed = extractOptionsSchema.safeParse(Object.fromEntries(given), { error: plainWording });
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
