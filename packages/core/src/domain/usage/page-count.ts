import type { ExtractOptions } from "../../extraction/options/extract-options.ts";
import type { Day } from "./calendar.ts";

/** Pages that were done for one organization on one day, by what their job was submitted with. */
export interface PageCount {
  readonly organizationId: string;
  /** The extraction key that submitted the job; null where another credential did. */
  readonly keyId: string | null;
  readonly day: Day;
  readonly mode: ExtractOptions["mode"];
  readonly tag: string;
  readonly pages: number;
}

/** Pages of one day and mode, whatever their keys and tags. */
export type DailyPages = Pick<PageCount, "day" | "mode" | "pages">;

export interface UsageQuery {
  readonly organizationId: string;
  /** Undefined means all, submissions without a key included. */
  readonly keyId?: string | undefined;
  /** Undefined means all. */
  readonly tag?: string | undefined;
  /** Both days are included. */
  readonly from: Day;
  readonly to: Day;
}
