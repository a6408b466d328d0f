import type { z } from "zod";

/** What is wrong with a setting, for display in a form. */
export interface SettingFault {
  /** The path of the setting; empty if the settings as a whole are wrong. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** The first problem of settings that were parsed with `reportInput`. */
export function settingFault({ issues: [issue] }: z.ZodError): SettingFault {
  if (!issue) return { path: [], message: "The settings are not valid." };
  if (issue.code === "unrecognized_keys") {
    return { path: [...issue.path, issue.keys[0] ?? ""], message: "This kind has no such setting." };
  }
  return { path: issue.path, message: messageFor(issue) };
}

function messageFor(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && issue.code !== "custom") return "This setting is required.";
  if (issue.code === "invalid_type") return EXPECTED[issue.expected] ?? `Expected ${issue.expected}.`;
  if (issue.code === "too_small" && issue.origin === "string") return "This setting may not be blank.";
  if (issue.code === "too_big") return `Expected at most ${issue.maximum} characters.`;
  if (issue.code === "invalid_value") return `Valid: ${issue.values.join(", ")}.`;
  if (issue.code === "invalid_format" && issue.format === "url") return "Expected a URL of http or https.";
  return issue.message;
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: "Expected a string.",
  boolean: "Expected true or false.",
  record: "Expected an object.",
  object: "Expected an object.",
};
