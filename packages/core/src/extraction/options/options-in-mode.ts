import { EXTRACTION_MODES, extractOptionsSchema, type ExtractOptions } from "./extract-options.ts";

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

/** The defaults of the options that each mode does not support: computed once, because every page asks for them. */
const UNSUPPORTED = new Map<Mode, Partial<ExtractOptions>>(
  EXTRACTION_MODES.map((mode) => [mode, defaultsOfUnsupported(mode)]),
);

/** Resets the options that the mode does not support to their defaults. */
export function optionsInMode(options: ExtractOptions): ExtractOptions {
  return { ...options, ...UNSUPPORTED.get(options.mode) };
}

function defaultsOfUnsupported(mode: Mode): Partial<ExtractOptions> {
  const unsupported = Object.entries(MODES_OF_OPTION)
    .filter(([, modes]) => !modes.some((supporting) => supporting === mode))
    .map(([name]) => [name, Reflect.get(DEFAULTS, name)]);
  return Object.fromEntries(unsupported);
}
