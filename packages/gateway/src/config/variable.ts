import { z } from "zod";

/** What `--print-config` prints about a variable. */
export interface VariableFacts {
  readonly meaning: string;
  /** The effective value of an unset variable, unless its schema has a default. */
  readonly unset?: string;
  /** The part of the value that is never printed. */
  readonly hide?: "all" | "password";
}

/** The facts of every variable, keyed by its schema. */
export const facts = z.registry<VariableFacts>();

/** Returns the variables of an environment that are set. A blank variable counts as unset. */
export function presentIn(environment: Readonly<NodeJS.ProcessEnv>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, text]) => (text?.trim() ? [[name, text.trim()]] : [])),
  );
}

/** Parses text with `read`; rejects text for which `read` returns undefined, with `valid` in the message. */
export const readAs = <T>(valid: string, read: (text: string) => T | undefined): z.ZodType<T, string> =>
  z.string().transform((text, context) => {
    const value = read(text);
    if (value !== undefined) return value;
    context.addIssue(`expected ${valid}`);
    return z.NEVER;
  });

export const wholeNumber = (min: number, max: number): z.ZodType<number, string> =>
  readAs(`a whole number from ${min} to ${max}`, (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  });

export const oneOf = <const T extends string>(valid: readonly T[]): z.ZodType<T, string> =>
  readAs(`one of ${valid.join(", ")}`, (text) => valid.find((candidate) => candidate === text));

export const matching = (valid: string, pattern: RegExp): z.ZodType<string, string> =>
  readAs(valid, (text) => (pattern.test(text) ? text : undefined));

export const httpUrl = readAs("an http or https URL", (text) => {
  const url = URL.parse(text);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href.replace(/\/+$/, "") : undefined;
});

/** The parsed values of a group of variables. */
export type ValuesOf<Variables extends z.ZodRawShape> = z.output<z.ZodObject<Variables>>;
