import type { ExtractOptions } from "../../extraction/options/extract-options.ts";
import type { Day } from "./calendar.ts";

/** Finished pages of one organization on one day, with the key, mode and tag of their job. */
export interface PageCount {
  readonly organizationId: string;
  /** The extraction key that submitted the job; null if another credential did. */
  readonly keyId: string | null;
  readonly day: Day;
  readonly mode: ExtractOptions["mode"];
  readonly tag: string;
  readonly pages: number;
}

/** Pages of one day and mode, for all keys and tags. */
export type DailyPages = Pick<PageCount, "day" | "mode" | "pages">;

export const USAGE_KEYS = ["day", "mode", "tag", "key"] as const;
/** What pages can be grouped by. */
export type UsageKey = (typeof USAGE_KEYS)[number];

/** Pages with the same day, mode, tag and key; what was not grouped by is null. */
export interface PageGroup {
  readonly day: Day | null;
  readonly mode: ExtractOptions["mode"] | null;
  readonly tag: string | null;
  /** Also null for submissions without a key. */
  readonly keyId: string | null;
  readonly pages: number;
}

export interface UsageQuery {
  readonly organizationId: string;
  /** Undefined means all, including submissions without a key. */
  readonly keyId?: string | undefined;
  /** Undefined means all. */
  readonly tag?: string | undefined;
  /** Both days are inclusive. */
  readonly from: Day;
  readonly to: Day;
}
