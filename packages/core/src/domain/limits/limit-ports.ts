import type { UsageRecords } from "../usage/usage-ports.ts";
import type { OrganizationLimits } from "./organization-limits.ts";

/** What limits are checked against. */
export interface LimitRecords extends UsageRecords {
  readonly organizationLimits: OrganizationLimitsStore;
}

export interface OrganizationLimitsStore {
  /** The organization's own limits; undefined if it has none. */
  find(organizationId: string): Promise<OrganizationLimits | undefined>;
  put(organizationId: string, limits: OrganizationLimits): Promise<void>;
  remove(organizationId: string): Promise<void>;
  /**
   * Locks what the organization uses until the transaction ends. Counts that are read afterwards include everything
   * that earlier holders of the lock have stored.
   */
  lock(organizationId: string): Promise<void>;
  /** The number of jobs that are not settled. */
  countInFlight(organizationId: string): Promise<number>;
  /** The total size of the files of jobs and uploads; each file counts once. */
  sumBytesKept(organizationId: string): Promise<number>;
}
