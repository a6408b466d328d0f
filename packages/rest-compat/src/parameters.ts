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
  const expected = expectedNumber(schema);
  return z.preprocess((value, context) => {
    const written = trimmed(value);
    if (written === undefined) return undefined;
    const read = DECIMAL.test(written) ? Math.min(Number(written), LARGEST) : undefined;
    if (read !== undefined && schema.safeParse(read).success) return read;
    context.addIssue(expected);
    return z.NEVER;
  }, schema);
}

/** What a message says of the numbers that a schema takes. */
function expectedNumber(schema: z.ZodType): string {
  const { type, minimum, maximum } = z.toJSONSchema(schema);
  const kind = type === "integer" ? "a whole number" : "a number";
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? "" : ` from ${minimum}`;
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? "" : ` to ${maximum}`;
  return from !== "" && to === "" ? `expected ${kind}${from} on` : `expected ${kind}${from}${to}`;
}

/** Larger numbers are not exact any more; where there is no upper limit, they are as good as this one. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** `Number` alone would also read hexadecimal digits and "Infinity". */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** True and false in any case, since Python clients write them with a capital; 1 and 0 as well. */
export function flag<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value, context) => {
    const written = trimmed(value)?.toLowerCase();
    if (written === undefined) return undefined;
    const read = FLAGS.get(written);
    if (read !== undefined) return read;
    context.addIssue("expected true or false");
    return z.NEVER;
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
