import type { DailyPages, UsageQuery, UsageStore } from "@galley/core/domain";
import { storable } from "../storable-text.ts";
import type { Run } from "./run.ts";

export function createUsageStore(run: Run): UsageStore {
  return {
    add: ({ organizationId, keyId, day, mode, tag, pages }) =>
      run(async (em) => {
        await em.execute(ADD, [organizationId, keyId, day, mode, storable(tag), pages]);
      }),

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

function parametersOf({ organizationId, keyId, tag, from, to }: UsageQuery): (string | null)[] {
  const key = keyId ?? null;
  const storedTag = tag === undefined ? null : storable(tag);
  return [organizationId, from, to, key, key, storedTag, storedTag];
}
