import { extractOptionsSchema, type EXTRACTION_MODES, type ExtractOptions } from "./extract-options.ts";

type Mode = (typeof EXTRACTION_MODES)[number];

const CAREFUL: readonly Mode[] = ["form", "high_quality", "table"];

/**
 * Options that only some modes support. `mark_*` is not listed because the layout, which draws the lines, checks the
 * mode itself.
 */
const MODES_OF_OPTION = {
  medianFilterSize: ["low_cost"],
  gaussianBlurRadius: ["low_cost"],
  allowRotatedText: CAREFUL,
  wordConfidenceThreshold: CAREFUL,
  checkboxConfidenceThreshold: CAREFUL,
} as const satisfies Partial<Record<keyof ExtractOptions, readonly Mode[]>>;

const DEFAULTS = extractOptionsSchema.parse({});

/** Resets the options that the mode does not support to their defaults. */
export function optionsInMode(options: ExtractOptions): ExtractOptions {
  const unknown = Object.entries(MODES_OF_OPTION)
    .filter(([, modes]) => !modes.some((mode) => mode === options.mode))
    .map(([name]) => [name, Reflect.get(DEFAULTS, name)]);
  return { ...options, ...Object.fromEntries(unknown) };
}
