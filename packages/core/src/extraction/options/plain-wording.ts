import type { z } from "zod";

/**
 * What is wrong with a value that a caller sent, or what is valid, such as "expected at most 255 characters": the wording
 * of all messages about values whose schema has none of its own. For the parameter `error` of zod.
 */
export function plainWording(issue: z.core.$ZodRawIssue): string {
  if (issue.code === "invalid_value") return `expected one of ${issue.values.join(", ")}`;
  if (issue.input === undefined && issue.code !== "custom") return "required";
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? NOT_VALID;
  if (issue.code === "too_big") return tooBig(issue);
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

interface Bound {
  readonly origin: string;
  readonly inclusive?: boolean | undefined;
}

function tooBig({
  origin,
  inclusive = true,
  maximum,
}: Bound & { readonly maximum: number | bigint }): string {
  return `expected ${inclusive ? "at most" : "less than"} ${maximum}${unitOf(origin)}`;
}

function tooSmall({
  origin,
  inclusive = true,
  minimum,
}: Bound & { readonly minimum: number | bigint }): string {
  if (origin === "string" && minimum === 1) return "must not be blank";
  return `expected ${inclusive ? "at least" : "more than"} ${minimum}${unitOf(origin)}`;
}
