import {
  USAGE_KEYS,
  type DailyPages,
  type KeyTotals,
  type PageGroup,
  type UsageKey,
  type UsageQuery,
  type UsageStore,
} from "@galley/core/domain";
import { rowsOf, unread } from "../../prepared-statements.ts";
import { storable } from "../storable-text.ts";
import { isId, type Run } from "./run.ts";

export function createUsageStore(run: Run): UsageStore {
  return {
    add: ({ organizationId, keyId, day, mode, tag, pages }) =>
      run(async (em) => {
        await rowsOf(em, ADD, [organizationId, keyId, day, mode, storable(tag), pages]);
      }),

    totalsOfKeys: ({ organizationId, keyIds, from, to }) =>
      run((em) =>
        em.execute<KeyTotals[]>(TOTALS, [to, organizationId, from, to, `{${keyIds.filter(isId).join()}}`]),
      ),

    list: (query) => run((em) => em.execute<DailyPages[]>(LIST, parametersOf(query))),

    listGroups: (query, { by, limit }) =>
      run((em) => em.execute<PageGroup[]>(groupsOf(by), [...parametersOf(query), limit])),
  };
}

const ADD = unread(`
  insert into page_usage as counted (organization_id, key_id, day, mode, tag, pages) values ($1, $2, $3, $4, $5, $6)
  on conflict (organization_id, day, mode, tag, key_id) do update set pages = counted.pages + excluded.pages`);

const MATCHING = `
  from page_usage
  where organization_id = ? and day between ? and ?
    and (?::uuid is null or key_id = ?) and (?::text is null or tag = ?)`;

const LIST = `
  select day::text, mode, sum(pages)::float8 as pages ${MATCHING}
  group by day, mode
  order by day, mode`;

/** The expression of each key; by code point, so the order does not depend on the database's locale. */
const KEYS = {
  day: "day::text",
  mode: 'mode collate "C"',
  tag: 'tag collate "C"',
  key: "key_id",
} as const satisfies Record<UsageKey, string>;

function groupsOf(by: readonly UsageKey[]): string {
  const keys = USAGE_KEYS.filter((key) => by.includes(key)).map((key) => KEYS[key]);
  const column = (key: UsageKey): string => (by.includes(key) ? KEYS[key] : "null");
  const grouped = keys.length > 0 ? `group by ${keys.join(", ")} order by ${keys.join(", ")}` : "";
  return `
    select ${column("day")} as day, ${column("mode")} as mode, ${column("tag")} as tag,
      ${column("key")} as "keyId", sum(pages)::float8 as pages ${MATCHING}
    ${grouped || "having count(*) > 0"} limit ?`;
}
const TOTALS = `
  select key_id as "keyId", sum(pages)::float8 as pages,
    coalesce(sum(pages) filter (where day = ?), 0)::float8 as "pagesOfLastDay"
  from page_usage
  where organization_id = ? and day between ? and ? and key_id = any (?::uuid[])
  group by key_id`;

function parametersOf({ organizationId, keyId, tag, from, to }: UsageQuery): (string | null)[] {
  const key = keyId ?? null;
  const storedTag = tag === undefined ? null : storable(tag);
  return [organizationId, from, to, key, key, storedTag, storedTag];
}
