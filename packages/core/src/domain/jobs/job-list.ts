import type { Job, JobStatus } from "./job.ts";

/** The jobs of a list; all given conditions must match. */
export interface JobFilter {
  /** Empty means all. */
  readonly statuses: readonly JobStatus[];
  /** Part of the document's name or of the tag, ignoring case. */
  readonly search?: string | undefined;
  /** The whole tag. */
  readonly tag?: string | undefined;
  /** Submitted at or after this time. */
  readonly from?: Date | undefined;
  /** Submitted before this time. */
  readonly to?: Date | undefined;
}

/** Names are compared in lower case, by code point. */
export interface JobOrder {
  readonly by: "submitted_at" | "name";
  readonly direction: "ascending" | "descending";
}

export const NEWEST_FIRST: JobOrder = { by: "submitted_at", direction: "descending" };

/** The place of a job in any order. */
export interface JobPlace {
  readonly submittedAt: Date;
  readonly id: string;
  /** As `nameKeyOf` returns it; only needed for lists by name. */
  readonly nameKey?: string | undefined;
}

/** The maximum number of characters of a name or a tag that are searched and compared. */
const KEY_LENGTH = 255;

/** The document's name, as lists are searched and sorted by it. */
export function nameKeyOf({ file, source }: Pick<Job, "file" | "source">): string {
  return searchKey(nameOf({ file, source }));
}

/** The name of the document; "" if it has none. */
export function nameOf({ file, source }: Pick<Job, "file" | "source">): string {
  return file?.name ?? source?.name ?? "";
}

/** The form in which names and tags are searched. */
export function searchKey(text: string): string {
  return text.toLowerCase().slice(0, KEY_LENGTH).toWellFormed();
}
