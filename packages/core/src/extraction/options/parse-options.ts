import type { z } from "zod";
import { ExtractionError } from "../failure/extraction-error.ts";
import { issueMessage } from "./issue-message.ts";

/**
 * Validates `options` and fills in the defaults.
 *
 * @throws ExtractionError `BAD_OPTION` with the first invalid option and its valid values.
 */
export function parseOptions<S extends z.ZodType>(schema: S, options: unknown): z.output<S> {
  // Options are parsed once for each document; compiling the schema takes longer than parsing many.
  const parsed = schema.safeParse(options, { jitless: true, error: issueMessage });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // Elements of a list go by the name of the list.
  const option = String(issue?.path[0] ?? "options");
  throw new ExtractionError("BAD_OPTION", `${option}: ${issue?.message ?? "invalid value"}`, {
    cause: parsed.error,
    option,
  });
}
