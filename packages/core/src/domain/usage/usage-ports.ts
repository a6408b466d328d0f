import type { DailyPages, PageCount, UsageQuery } from "./page-count.ts";

export interface UsageRecords {
  readonly usage: UsageStore;
}

export interface UsageStore {
  /** Adds to the count of the same organization, key, day, mode and tag. */
  add(count: PageCount): Promise<void>;
  /** By day, then mode, both ascending; only those with pages. */
  list(query: UsageQuery): Promise<readonly DailyPages[]>;
}
