import type { z } from "zod";

/**
 * What is wrong with a value that a caller sent, or what is valid, such as "expected at most 255 characters": the wording
 * of all messages about values whose schema has none of its own. For the parameter `error` of zod.
 */
export function plainWording(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_value") return `expected one of ${issue.values.join(", ")}`;
  if (issue.input === undefined && issue.code !== "custom") return "required";
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? NOT_VALID;
  if (issue.code === "too_big") return `expected at most ${issue.maximum}${unitOf(issue.origin)}`;
  if (issue.code === "too_small") return tooSmall(issue);
  if (issue.code === "unrecognized_keys") return `unknown fields: ${issue.keys.join(", ")}`;
  return issue.code === "invalid_format" ? (FORMATS[issue.format] ?? NOT_VALID) : NOT_VALID;
}

const NOT_VALID = "not valid";

const EXPECTED: Readonly<Record<string, string>> = {
  string: "expected text",
  boolean: "expected true or false",
  number: "expected a number",
  int: "expected a whole number",
  array: "expected a list",
  object: "expected an object",
  record: "expected an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  url: "expected a URL",
  email: "expected an e-mail address",
  uuid: "expected a UUID",
  guid: "expected a UUID",
  date: "expected a date such as 2026-01-31",
  datetime: "expected a time such as 2026-01-31T12:00:00Z",
};

function unitOf(origin: string): string {
  if (origin === "string") return " characters";
  return origin === "array" || origin === "set" ? " values" : "";
}

function tooSmall({
  origin,
  minimum,
}: {
  readonly origin: string;
  readonly minimum: number | bigint;
}): string {
  if (origin === "string" && minimum === 1) return "must not be blank";
  return `expected at least ${minimum}${unitOf(origin)}`;
}
