import { z } from "zod";

/**
 * Kinds of query parameters. Each reads the written form and leaves range and default to the schema it is given.
 * A blank value counts as absent: clients send every parameter they know, filled in or not.
 */

/** Words with a meaning: enum values, selections. Blanks around them do not count. */
export function word<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => trimmed(value), schema);
}

/** Text that is kept as it is, blanks included. */
export function text<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => (value === "" ? undefined : value), schema);
}

export function requiredText(): z.ZodPreprocess<z.ZodString> {
  return text(z.string("required"));
}

export function number<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => {
    const written = trimmed(value);
    if (written === undefined) return undefined;
    return DECIMAL.test(written) ? Number(written) : written;
  }, schema);
}

/** `Number` alone would also read hexadecimal digits and "Infinity". */
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** True and false in any case, since Python clients write them with a capital; 1 and 0 as well. */
export function flag<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => {
    const written = trimmed(value)?.toLowerCase();
    return written === undefined ? undefined : (FLAGS.get(written) ?? written);
  }, schema);
}

const FLAGS = new Map([
  ["true", true],
  ["1", true],
  ["false", false],
  ["0", false],
]);

function trimmed(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
