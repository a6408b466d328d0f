import { extractOptionsSchema, type EXTRACTION_MODES, type ExtractOptions } from "./extract-options.ts";

type Mode = (typeof EXTRACTION_MODES)[number];

const CAREFUL: readonly Mode[] = ["form", "high_quality", "table"];

/** The options that only some modes know. `mark_*` is missing: what draws rules is the layout, which knows the mode. */
const MODES_OF_OPTION = {
  medianFilterSize: ["low_cost"],
  gaussianBlurRadius: ["low_cost"],
  allowRotatedText: CAREFUL,
  wordConfidenceThreshold: CAREFUL,
  checkboxConfidenceThreshold: CAREFUL,
} as const satisfies Partial<Record<keyof ExtractOptions, readonly Mode[]>>;

const DEFAULTS = extractOptionsSchema.parse({});

/** The options with the defaults of those that their mode does not know. */
export function optionsInMode(options: ExtractOptions): ExtractOptions {
  const unknown = Object.entries(MODES_OF_OPTION)
    .filter(([, modes]) => !modes.some((mode) => mode === options.mode))
    .map(([name]) => [name, Reflect.get(DEFAULTS, name)]);
  return { ...options, ...Object.fromEntries(unknown) };
}
