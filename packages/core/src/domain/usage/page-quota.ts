import type { Caller } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { UsageRecords } from "./usage-ports.ts";
import { dayOf, firstOfMonth, startOfNextDay, startOfNextMonth } from "./calendar.ts";

/**
 * Checks the page quota of a key. Only finished pages count. Documents that were already accepted are finished, so a
 * key can exceed its quota; it then accepts no documents until the day or the month ends.
 *
 * @throws DomainError `QUOTA_EXCEEDED`.
 */
export async function assertPagesLeft(records: UsageRecords, caller: Caller, now: Date): Promise<void> {
  if (caller.kind !== "extraction_key") return;
  const { pagesPerDay, pagesPerMonth } = caller.quota;
  if (pagesPerDay === null && pagesPerMonth === null) return;
  const { today, thisMonth } = await pagesOfKey(records, caller, now);
  if (pagesPerMonth !== null && thisMonth >= pagesPerMonth) {
    throw spent(`monthly quota of ${pagesPerMonth} pages`, now, startOfNextMonth(now));
  }
  if (pagesPerDay !== null && today >= pagesPerDay) {
    throw spent(`daily quota of ${pagesPerDay} pages`, now, startOfNextDay(now));
  }
}

async function pagesOfKey(
  { usage }: UsageRecords,
  { id, organizationId }: Caller,
  now: Date,
): Promise<{ readonly today: number; readonly thisMonth: number }> {
  const to = dayOf(now);
  const counts = await usage.list({ organizationId, keyId: id, from: firstOfMonth(to), to });
  let today = 0;
  let thisMonth = 0;
  for (const { day, pages } of counts) {
    thisMonth += pages;
    if (day === to) today += pages;
  }
  return { today, thisMonth };
}

function spent(what: string, now: Date, end: Date): DomainError {
  const retryAfterSeconds = Math.ceil((end.getTime() - now.getTime()) / 1000);
  return new DomainError("QUOTA_EXCEEDED", `This key has used up its ${what} (UTC).`, { retryAfterSeconds });
}
