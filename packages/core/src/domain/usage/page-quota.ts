import type { KeyCaller } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { UsageRecords } from "./usage-ports.ts";
import { dayOf, firstOfMonth, startOfNextDay, startOfNextMonth, type Day } from "./calendar.ts";
import type { UsageQuery } from "./page-count.ts";

/**
 * Checks the page quota of a key. Only finished pages count. Documents that were already accepted are finished, so a
 * key can exceed its quota; it then accepts no documents until the day or the month ends.
 *
 * @throws DomainError `QUOTA_EXCEEDED`.
 */
export async function assertPagesLeft(records: UsageRecords, key: KeyCaller, now: Date): Promise<void> {
  const { id: keyId, organizationId, quota } = key;
  const { pagesPerDay, pagesPerMonth } = quota;
  if (pagesPerDay === null && pagesPerMonth === null) return;
  const owner = { organizationId, keyId };
  const to = dayOf(now);
  const quotas = [
    { name: "monthly", quota: pagesPerMonth, from: firstOfMonth(to), end: startOfNextMonth(now) },
    { name: "daily", quota: pagesPerDay, from: to, end: startOfNextDay(now) },
  ];
  for (const { name, quota: pages, from, end } of quotas) {
    if (pages === null) continue;
    const used = await pagesSince(records, { ...owner, from, to });
    if (used < pages) continue;
    const { message, retryAfterSeconds } = spentQuota(`This key has used up its ${name} quota`, {
      quota: pages,
      used,
      now,
      end,
    });
    throw new DomainError("QUOTA_EXCEEDED", message, { retryAfterSeconds });
  }
}

/** Finished pages of an organization, or of one of its keys, from one day to another. */
export async function pagesSince(
  { usage }: UsageRecords,
  days: Pick<UsageQuery, "organizationId" | "keyId"> & { readonly from: Day; readonly to: Day },
): Promise<number> {
  const counts = await usage.list(days);
  return counts.reduce((sum, { pages }) => sum + pages, 0);
}

/** What a refused caller reads, and after how many seconds the quota begins again. */
export function spentQuota(
  what: string,
  quota: { readonly quota: number; readonly used: number; readonly now: Date; readonly end: Date },
): { readonly message: string; readonly retryAfterSeconds: number } {
  const { quota: pages, used, now, end } = quota;
  return {
    message: `${what} of ${pages} pages (UTC): ${used} were read. It begins again at ${end.toISOString()}.`,
    retryAfterSeconds: Math.ceil((end.getTime() - now.getTime()) / 1000),
  };
}
