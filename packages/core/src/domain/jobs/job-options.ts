import { ExtractionError } from "../../extraction/failure/extraction-error.ts";
import { parseExtractOptions } from "../../extraction/options/extract-options.ts";
import { keptRenditions, type Rendition } from "../../extraction/options/renditions.ts";
import { DomainError } from "../domain-error.ts";
import type { JobOptions } from "./job.ts";

/**
 * Validates extraction options and fills in all defaults.
 *
 * @throws DomainError `BAD_INPUT` that names the first invalid option and the valid values.
 */
export function jobOptionsOf(options: unknown): JobOptions {
  try {
    const { password: _, ...jobOptions } = parseExtractOptions(options);
    return jobOptions;
  } catch (cause) {
    throw badOption(cause);
  }
}

/** The options, with renditions that a destination or a webhook needs. */
export function alsoKeeping(options: JobOptions, renditions: readonly Rendition[]): JobOptions {
  const kept = keptRenditions(options);
  const missing = new Set(renditions.filter((name) => !kept.includes(name)));
  return missing.size === 0 ? options : { ...options, renditions: [...options.renditions, ...missing] };
}

/** An option that the extraction rejects, as the application's error; other errors as they are. */
export function badOption(cause: unknown): unknown {
  if (!(cause instanceof ExtractionError)) return cause;
  return new DomainError("BAD_INPUT", cause.message, { cause, field: cause.option ?? "options" });
}
