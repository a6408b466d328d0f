import { z } from "zod";
import { issueMessage } from "../extraction/options/issue-message.ts";
import { DomainError } from "./domain-error.ts";
import { nameProblem } from "./names.ts";

/**
 * Validates the fields of a record that a caller sent, and fills in the defaults of the schema. Undefined fields
 * count as absent.
 *
 * @throws DomainError `BAD_INPUT` that names the first invalid field and the valid values.
 */
export function checkedFacts<S extends z.ZodType>(schema: S, facts: object): z.output<S> {
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  const parsed = schema.safeParse(said, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  const message = issue?.message ?? "is not valid";
  throw new DomainError("BAD_INPUT", `${field}: ${message}`, { cause: parsed.error, field });
}

/** The name of a record, without white space around it. */
export function nameOf(maxLength: number): z.ZodType<string, string> {
  return z
    .string()
    .trim()
    .superRefine((name, context) => {
      const problem = nameProblem(name, maxLength);
      if (problem !== undefined) context.addIssue(problem);
    });
}

export function textOf(maxLength: number): z.ZodType<string, string> {
  return z.string().max(maxLength, `expected at most ${maxLength} characters`);
}
