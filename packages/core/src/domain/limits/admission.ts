import type { Caller } from "../access/model/caller.ts";
import type { Database, Environment, ObjectStore } from "../ports.ts";
import { dayOf, startOfNextDay } from "../usage/calendar.ts";
import { assertPagesLeft, pagesSince, spentQuota } from "../usage/page-quota.ts";
import { LimitError } from "./limit-error.ts";
import type { LimitRecords } from "./limit-ports.ts";
import { LIMIT_NAMES, type LimitName, type OrganizationLimits } from "./organization-limits.ts";

/** Decides whether a document is accepted, whichever way it comes in. All calls throw DomainError `QUOTA_EXCEEDED`. */
export interface Admission {
  /** Checks the quotas of a caller and the limits of its organization before a document is received. */
  assertOpen(caller: Caller): Promise<void>;
  /** Checks some limits of an organization before a document is received. @throws LimitError */
  assertOpenFor(organizationId: string, names: readonly LimitName[]): Promise<void>;
  /**
   * Checks the limits within the transaction that has stored documents, and keeps other submissions of the organization
   * waiting until it ends, so that concurrent ones never exceed a limit.
   *
   * @param names a file without a new job only adds to `bytesKept`
   * @throws LimitError
   */
  assertWithin(records: LimitRecords, organizationId: string, names?: readonly LimitName[]): Promise<void>;
}

export interface AdmissionPorts {
  readonly database: Database<LimitRecords>;
  readonly environment: Environment;
  /** The limits of organizations without limits of their own. */
  readonly defaultLimits: OrganizationLimits;
}

export function createAdmission(ports: AdmissionPorts): Admission {
  const { database, environment, defaultLimits } = ports;
  const check = async (
    records: LimitRecords,
    { organizationId, ...checked }: Pick<Check, "organizationId" | "names" | "comes">,
  ): Promise<void> => {
    const limits = (await records.organizationLimits.find(organizationId)) ?? defaultLimits;
    await assertLimits(records, { ...checked, organizationId, limits, now: environment.now() });
  };
  const assertOpenFor: Admission["assertOpenFor"] = (organizationId, names) =>
    check(database.records, { organizationId, names, comes: 1 });
  return {
    assertOpenFor,
    async assertOpen(caller) {
      if (caller.kind === "extraction_key")
        await assertPagesLeft(database.records, caller, environment.now());
      await assertOpenFor(caller.organizationId, LIMIT_NAMES);
    },
    assertWithin: (records, organizationId, names = LIMIT_NAMES) =>
      check(records, { organizationId, names, comes: 0 }),
  };
}

/** Runs the transaction that stores a received file; if a limit rejects it, the file is deleted. */
export async function orDeleted<T>(
  objects: Pick<ObjectStore, "remove">,
  objectKey: string | undefined,
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (error instanceof LimitError && objectKey !== undefined) await objects.remove(objectKey);
    throw error;
  }
}

interface Check {
  readonly organizationId: string;
  readonly names: readonly LimitName[];
  readonly limits: OrganizationLimits;
  /** Documents that are not stored yet: 1 before one is received, 0 within the transaction that has stored it. */
  readonly comes: 0 | 1;
  readonly now: Date;
}

async function assertLimits(records: LimitRecords, check: Check): Promise<void> {
  const names = check.names.filter((name) => check.limits[name] !== null);
  if (check.comes === 0 && names.some((name) => name !== "pagesPerDay")) {
    await records.organizationLimits.lock(check.organizationId);
  }
  for (const name of names) {
    const limit = check.limits[name];
    if (limit !== null) await CHECKS[name](records, limit, check);
  }
}

const CHECKS = {
  async pagesPerDay(records, quota, { organizationId, now }) {
    const used = await pagesToday(records, organizationId, now);
    if (used < quota) return;
    const { message, retryAfterSeconds } = spentQuota("This organization has used up its daily quota", {
      quota,
      used,
      now,
      end: startOfNextDay(now),
    });
    throw new LimitError("pagesPerDay", message, { retryAfterSeconds });
  },

  async documentsInFlight({ organizationLimits }, limit, { organizationId, comes }) {
    const count = (await organizationLimits.countInFlight(organizationId)) + comes;
    if (count <= limit) return;
    throw new LimitError(
      "documentsInFlight",
      `Documents in flight: the limit of this organization is ${limit}, and there would be ${count}. There is room again when one of them is processed, fails or is cancelled.`,
      { retryAfterSeconds: SETTLED_SOON_SECONDS },
    );
  },

  async bytesKept({ organizationLimits }, limit, { organizationId, comes }) {
    const bytes = await organizationLimits.sumBytesKept(organizationId);
    if (bytes <= limit) return;
    const there = comes === 0 ? "there would be" : "there are";
    throw new LimitError(
      "bytesKept",
      `Documents kept: the limit of this organization is ${megabytes(limit)} MB, and ${there} ${megabytes(bytes)} MB. There is room again when documents are deleted or expire.`,
      { retryAfterSeconds: SWEPT_SOON_SECONDS },
    );
  },
} as const satisfies Record<LimitName, (records: LimitRecords, limit: number, check: Check) => Promise<void>>;

/** Most documents are read within seconds, so one of those in flight is settled soon. */
const SETTLED_SOON_SECONDS = 5;

/** Expired documents are deleted every few minutes. */
const SWEPT_SOON_SECONDS = 300;

export function pagesToday(records: LimitRecords, organizationId: string, now: Date): Promise<number> {
  const today = dayOf(now);
  return pagesSince(records, { organizationId, from: today, to: today });
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toLocaleString("en", { maximumFractionDigits: 1, useGrouping: false });
}
