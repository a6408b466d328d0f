import type { Caller } from "../access/model/caller.ts";
import { assertMay, may } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment } from "../ports.ts";
import type { KeyRecords } from "../access/model/key-ports.ts";
import type { UsageRecords } from "./usage-ports.ts";
import { dayOf, daysBefore, firstOfMonth, isDay, type Day } from "./calendar.ts";
import type { DailyPages, PageGroup, UsageKey, UsageQuery } from "./page-count.ts";

/** The pages that a report counts. */
export interface UsagePeriod {
  /** The first day. Default: 30 days before the last one. */
  readonly from?: Day | undefined;
  /** The last day. Default: today. */
  readonly to?: Day | undefined;
  /** Only pages of jobs with this tag. Default: all. */
  readonly tag?: string | undefined;
}

export interface UsageReport {
  readonly from: Day;
  readonly to: Day;
  /** Null if all are counted. */
  readonly tag: string | null;
  readonly pages: number;
  /** Modes with pages, by name. */
  readonly byMode: readonly Pick<DailyPages, "mode" | "pages">[];
  /** Days with pages, ascending. */
  readonly byDay: readonly Pick<DailyPages, "day" | "pages">[];
}

/** The usage and the limits of the calling key. */
export interface Allowance {
  /** Null means unlimited. */
  readonly pagesPerDay: number | null;
  readonly pagesPerMonth: number | null;
  readonly today: number;
  readonly thisMonth: number;
  readonly thisMonthByMode: UsageReport["byMode"];
}

export interface UsageGroup extends PageGroup {
  /** Null if not grouped by key, without a key, and for callers who may not see extraction keys. */
  readonly keyDescription: string | null;
}

/** Finished pages by UTC day and month. */
export interface PagesOfKey {
  readonly today: number;
  readonly thisMonth: number;
}

/** Counts of finished pages, whether they could be read or not, by UTC day and month. */
export interface Usage {
  /**
   * The pages of the caller's organization.
   *
   * @throws DomainError `BAD_INPUT` (`field` is `from` or `to`) if a day is invalid, or `from` is after `to`.
   */
  report(caller: Caller, period: UsagePeriod): Promise<UsageReport>;
  /**
   * The pages of the caller's organization in groups, in the order of day, mode, tag and key.
   *
   * @throws DomainError `BAD_INPUT` like `report`, and if there are too many groups.
   */
  groups(caller: Caller, period: UsagePeriod, by: readonly UsageKey[]): Promise<readonly UsageGroup[]>;
  /** The pages of each key that the caller was shown, today and this month. */
  pagesOfKeys(caller: Caller, keyIds: readonly string[]): Promise<readonly PagesOfKey[]>;
  /** The pages of the calling extraction key; for other credentials, those of the whole organization. */
  allowance(caller: Caller): Promise<Allowance>;
}

/** The default length of a report in days. */
const DEFAULT_DAYS = 30;

const MAX_GROUPS = 5000;

interface UsagePorts {
  readonly database: Database<UsageRecords & KeyRecords>;
  readonly environment: Environment;
}

export function createUsage(ports: UsagePorts): Usage {
  return {
    report: (caller, period) => report(ports, caller, period),
    groups: (caller, period, by) => groups(ports, caller, { period, by }),
    pagesOfKeys: (caller, keyIds) => pagesOfKeys(ports, caller, keyIds),
    allowance: (caller) => allowance(ports, caller),
  };
}

async function report(
  { database, environment }: UsagePorts,
  caller: Caller,
  period: UsagePeriod,
): Promise<UsageReport> {
  const query = queryOf(environment, caller, period);
  const { from, to, tag } = query;
  const counts = await database.records.usage.list(query);
  return {
    from,
    to,
    tag: tag ?? null,
    pages: sumOf(counts),
    byMode: sumsBy(counts, "mode").map(([mode, pages]) => ({ mode, pages })),
    byDay: sumsBy(counts, "day").map(([day, pages]) => ({ day, pages })),
  };
}

/** The defaults are filled in. */
function queryOf(
  environment: Environment,
  caller: Caller,
  { from: first, to: last, tag }: UsagePeriod,
): UsageQuery {
  assertMay(caller, "see the organization's usage");
  const to = checkedDay("to", last ?? dayOf(environment.now()));
  const from = checkedDay("from", first ?? daysBefore(to, DEFAULT_DAYS));
  if (from > to) throw badInput("from", "expected a day on or before the last day");
  return { organizationId: caller.organizationId, tag, from, to };
}

async function groups(
  { database: { records }, environment }: UsagePorts,
  caller: Caller,
  { period, by }: { readonly period: UsagePeriod; readonly by: readonly UsageKey[] },
): Promise<readonly UsageGroup[]> {
  const query = queryOf(environment, caller, period);
  const found = await records.usage.listGroups(query, { by, limit: MAX_GROUPS + 1 });
  if (found.length > MAX_GROUPS) {
    throw badInput("by", `more than ${MAX_GROUPS} groups; shorten the period or group by fewer keys`);
  }
  const namesKeys = by.includes("key") && may(caller, "see extraction keys");
  const keys = namesKeys ? await records.extractionKeys.list(caller.organizationId) : [];
  const descriptions = new Map(keys.map(({ id, description }) => [id, description]));
  return found.map((group) => ({ ...group, keyDescription: descriptions.get(group.keyId ?? "") ?? null }));
}

async function pagesOfKeys(
  { database, environment }: UsagePorts,
  { organizationId }: Caller,
  keyIds: readonly string[],
): Promise<readonly PagesOfKey[]> {
  const to = dayOf(environment.now());
  const period = { from: firstOfMonth(to), to };
  const totals = await database.records.usage.totalsOfKeys({ organizationId, keyIds, ...period });
  const byId = new Map(totals.map((total) => [total.keyId, total]));
  return keyIds.map((id) => {
    const { pages = 0, pagesOfLastDay = 0 } = byId.get(id) ?? {};
    return { today: pagesOfLastDay, thisMonth: pages };
  });
}

async function allowance({ database, environment }: UsagePorts, caller: Caller): Promise<Allowance> {
  assertMay(caller, "see the organization's usage");
  const { records } = database;
  const keyId = caller.kind === "extraction_key" ? caller.id : undefined;
  const key = keyId === undefined ? undefined : await records.extractionKeys.find(keyId);
  const to = dayOf(environment.now());
  const period = { from: firstOfMonth(to), to };
  const counts = await records.usage.list({ organizationId: caller.organizationId, keyId, ...period });
  return {
    pagesPerDay: key?.pagesPerDay ?? null,
    pagesPerMonth: key?.pagesPerMonth ?? null,
    today: sumOf(counts.filter(({ day }) => day === to)),
    thisMonth: sumOf(counts),
    thisMonthByMode: sumsBy(counts, "mode").map(([mode, pages]) => ({ mode, pages })),
  };
}

function sumOf(counts: readonly DailyPages[]): number {
  return counts.reduce((sum, { pages }) => sum + pages, 0);
}

function sumsBy<K extends "mode" | "day">(
  counts: readonly DailyPages[],
  property: K,
): (readonly [DailyPages[K], number])[] {
  const sums = new Map<DailyPages[K], number>();
  for (const count of counts) sums.set(count[property], (sums.get(count[property]) ?? 0) + count.pages);
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

function checkedDay(field: "from" | "to", day: string): Day {
  if (isDay(day)) return day;
  throw badInput(field, "expected a day such as 2026-03-31");
}

function badInput(field: string, valid: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${valid}`, { field });
}
