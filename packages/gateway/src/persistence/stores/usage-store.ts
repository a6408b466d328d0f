import type { DailyPages, KeyTotals, UsageQuery, UsageStore } from "@galley/core/domain";
import { storable } from "../storable-text.ts";
import { isId, type Run } from "./run.ts";

export function createUsageStore(run: Run): UsageStore {
  return {
    add: ({ organizationId, keyId, day, mode, tag, pages }) =>
      run(async (em) => {
        await em.execute(ADD, [organizationId, keyId, day, mode, storable(tag), pages]);
      }),

    totalsOfKeys: ({ organizationId, keyIds, from, to }) =>
      run((em) =>
        em.execute<KeyTotals[]>(TOTALS, [to, organizationId, from, to, `{${keyIds.filter(isId).join()}}`]),
      ),

    list: (query) => run((em) => em.execute<DailyPages[]>(LIST, parametersOf(query))),
  };
}

const ADD = `
  insert into page_usage as counted (organization_id, key_id, day, mode, tag, pages) values (?, ?, ?, ?, ?, ?)
  on conflict (organization_id, day, mode, tag, key_id) do update set pages = counted.pages + excluded.pages`;

const LIST = `
  select day::text, mode, sum(pages)::float8 as pages
  from page_usage
  where organization_id = ? and day between ? and ?
    and (?::uuid is null or key_id = ?) and (?::text is null or tag = ?)
  group by day, mode
  order by day, mode`;

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
