import type { z } from "zod";

/** The message of an issue that a schema gives none, in the words of the other limits; undefined for that of zod. */
export function issueMessage({ code, ...issue }: z.core.$ZodRawIssue): string | undefined {
  return code === "too_big" && issue["origin"] === "string"
    ? `expected at most ${String(issue["maximum"])} characters`
    : undefined;
}
