import type { Day } from "./calendar.ts";
import type { DailyPages, PageCount, PageGroup, UsageKey, UsageQuery } from "./page-count.ts";

export interface UsageRecords {
  readonly usage: UsageStore;
}

export interface KeyTotalsQuery {
  readonly organizationId: string;
  readonly keyIds: readonly string[];
  readonly from: Day;
  readonly to: Day;
}

export interface KeyTotals {
  readonly keyId: string;
  readonly pages: number;
  readonly pagesOfLastDay: number;
}

export interface UsageStore {
  /** Adds to the count of the same organization, key, day, mode and tag. */
  add(count: PageCount): Promise<void>;
  /** By day, then mode, both ascending; only those with pages. */
  list(query: UsageQuery): Promise<readonly DailyPages[]>;
  /** At most `limit` groups by day, mode, tag, key, all ascending, as far as they are grouped by; no key is last. */
  listGroups(
    query: UsageQuery,
    groups: { readonly by: readonly UsageKey[]; readonly limit: number },
  ): Promise<readonly PageGroup[]>;
  /** The pages of each key from one day to another, in total and of the last day; keys without pages are left out. */
  totalsOfKeys(query: KeyTotalsQuery): Promise<readonly KeyTotals[]>;
}
