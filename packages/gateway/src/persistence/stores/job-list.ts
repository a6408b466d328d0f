import { NEWEST_FIRST, searchKey, type JobOrder, type JobQuery } from "@galley/core/domain";
import { storable } from "../storable-text.ts";

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Conditions = Omit<JobQuery, "after" | "limit" | "order">;

/** Reads only the indexes `job_newest` and `job_name`, except for a tag. */
export function listStatement({ after, limit, order = NEWEST_FIRST, ...query }: JobQuery): Statement {
  const { key, type } = KEYS[order.by];
  const [direction, follows] = order.direction === "ascending" ? ["asc", ">"] : ["desc", "<"];
  const matching = conditionsOf(query);
  const place = after
    ? [` and (${key}, id) ${follows} (?::${type}, ?::uuid)`, placeOf(order, after), after.id]
    : [""];
  return {
    sql: `select id from job where ${matching.sql}${place[0]} order by ${key} ${direction}, id ${direction} limit ?`,
    parameters: [...matching.parameters, ...place.slice(1), limit],
  };
}

export function countStatement(query: Conditions): Statement {
  const { sql, parameters } = conditionsOf(query);
  return { sql: `select count(*) from job where ${sql}`, parameters };
}

const KEYS = {
  submitted_at: { key: "submitted_at", type: "timestamptz" },
  name: { key: "name_key", type: "text" },
} as const satisfies Record<JobOrder["by"], { readonly key: string; readonly type: string }>;

function placeOf({ by }: JobOrder, { submittedAt, nameKey = "" }: NonNullable<JobQuery["after"]>): unknown {
  return by === "name" ? storable(nameKey) : submittedAt;
}

function conditionsOf({ organizationId, statuses, search, tag, from, to }: Conditions): Statement {
  const term = search === undefined ? undefined : `%${literally(storable(searchKey(search)))}%`;
  const conditions: (readonly [string, ...unknown[]])[] = [
    ["organization_id = ?", organizationId],
    ...(statuses.length > 0 ? [["status in (?)", [...statuses]] as const] : []),
    ...(term === undefined ? [] : [["(name_key like ? or tag_key like ?)", term, term] as const]),
    ...(tag === undefined ? [] : [["tag = ?", storable(tag)] as const]),
    ...(from ? [["submitted_at >= ?", from] as const] : []),
    ...(to ? [["submitted_at < ?", to] as const] : []),
  ];
  return {
    sql: conditions.map(([sql]) => sql).join(" and "),
    parameters: conditions.flatMap(([, ...parameters]) => parameters),
  };
}

/** Escapes the wildcards of `like`. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
