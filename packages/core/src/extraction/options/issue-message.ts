import type { z } from "zod";

/** What a value of a schema has to be, for issues that the schema gives no message; undefined for the rest. */
export function issueMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "too_big")
    return `expected ${issue["inclusive"] === false ? "less than" : "at most"} ${boundOf(issue, "maximum")}`;
  if (issue.code === "too_small")
    return `expected ${issue["inclusive"] === false ? "more than" : "at least"} ${boundOf(issue, "minimum")}`;
  if (issue.code === "invalid_value" && Array.isArray(issue["values"]))
    return `expected one of ${issue["values"].join(", ")}`;
  return undefined;
}

/** A limit with its unit, such as "255 characters". */
function boundOf(issue: z.core.$ZodRawIssue, limit: "maximum" | "minimum"): string {
  const unit = UNITS.get(String(issue["origin"]));
  return [String(issue[limit]), ...(unit === undefined ? [] : [unit])].join(" ");
}

const UNITS: ReadonlyMap<string, string> = new Map([
  ["string", "characters"],
  ["array", "elements"],
]);
