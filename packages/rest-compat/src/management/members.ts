import { plainWording } from "@galley/core/domain";
import type { z } from "zod";
import { ManagementRefusal, type FieldError } from "./management-errors.ts";

/**
 * Validates the members of a body.
 *
 * @throws ManagementRefusal that names every invalid member, in the documented wording.
 */
export function parseMembers<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given, { reportInput: true, error: plainWording });
  if (parsed.success) return parsed.data;
  throw new ManagementRefusal(400, parsed.error.issues.flatMap(errorsOf));
}

function errorsOf(issue: z.core.$ZodIssue): readonly FieldError[] {
  const attr = issue.path.length === 0 ? null : issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      code: "unknown",
      detail: "Unknown field.",
      attr: [...issue.path, key].join("."),
    }));
  }
  return [{ ...wordsFor(issue), attr }];
}

function wordsFor(issue: z.core.$ZodIssue): Omit<FieldError, "attr"> {
  if (issue.input === undefined && issue.code !== "custom") {
    return { code: "required", detail: "This field is required." };
  }
  if (issue.input === null) return { code: "null", detail: "This field may not be null." };
  if (issue.code === "invalid_type") {
    return { code: "invalid", detail: EXPECTED[issue.expected] ?? issue.message };
  }
  if (issue.code === "too_big") return tooLarge(issue);
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "invalid_value") {
    const valid = issue.values.join(", ");
    const detail = `"${shown(issue.input)}" is not a valid choice. Valid: ${valid}.`;
    return { code: "invalid_choice", detail };
  }
  if (issue.code === "invalid_format" && (issue.format === "uuid" || issue.format === "guid")) {
    return { code: "invalid", detail: "Must be a valid UUID." };
  }
  return { code: "invalid", detail: issue.message };
}

function tooLarge({ origin, maximum }: z.core.$ZodIssueTooBig): Omit<FieldError, "attr"> {
  if (origin === "array") {
    return { code: "max_length", detail: `Ensure this field has no more than ${maximum} elements.` };
  }
  return origin === "string"
    ? { code: "max_length", detail: `Ensure this field has no more than ${maximum} characters.` }
    : { code: "max_value", detail: `Ensure this value is less than or equal to ${maximum}.` };
}

function tooSmall({ origin, minimum }: z.core.$ZodIssueTooSmall): Omit<FieldError, "attr"> {
  return origin === "string"
    ? { code: "blank", detail: "This field may not be blank." }
    : { code: "min_value", detail: `Ensure this value is greater than or equal to ${minimum}.` };
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "Not a valid string.",
  boolean: "Must be a valid boolean.",
  number: "A valid number is required.",
  int: "A valid integer is required.",
  array: "Expected a list of items.",
  object: "Expected an object.",
  record: "Expected an object.",
};

const SHOWN_CHARACTERS = 60;

function shown(value: unknown): string {
  const written = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return written.slice(0, SHOWN_CHARACTERS);
}
