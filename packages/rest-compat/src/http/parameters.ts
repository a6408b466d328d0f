import { z } from "zod";

/**
 * Types of query parameters. Each parses the string and leaves range and default to the schema it is given. A blank
 * value counts as absent: clients send every parameter they know, set or not.
 */

/** Keywords, such as enum values and selections. Surrounding white space is ignored. */
export function word<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => trimmed(value), schema);
}

/** Text that is kept unchanged, including white space. */
export function text<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => (value === "" ? undefined : value), schema);
}

/** Text for people, kept unchanged. White space alone is blank, since nobody would see it. */
export function label<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess((value) => (trimmed(value) === undefined ? undefined : value), schema);
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

/** Describes the valid numbers of a schema, for an error message. */
function expectedNumber(schema: z.ZodType): string {
  const { type, minimum, maximum } = z.toJSONSchema(schema);
  const kind = type === "integer" ? "a whole number" : "a number";
  const from = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? "" : ` from ${minimum}`;
  const to = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? "" : ` to ${maximum}`;
  return from !== "" && to === "" ? `expected ${kind}${from} on` : `expected ${kind}${from}${to}`;
}

/** Larger numbers are no longer exact; without an upper limit, they are clamped to this one. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** `Number` alone would also accept hexadecimal digits and "Infinity". */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** true and false in any case, since Python clients capitalize them; 1 and 0 as well. */
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

/** Keywords separated by commas. */
export function words<S extends z.ZodType>(schema: S): z.ZodPreprocess<S> {
  return z.preprocess(
    (value) =>
      trimmed(value)
        ?.split(",")
        .map((part) => part.trim()),
    schema,
  );
}

function trimmed(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
