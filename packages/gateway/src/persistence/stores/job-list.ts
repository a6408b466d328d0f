import { DEFAULT_TAG, NEWEST_FIRST, searchKey, type JobOrder, type JobQuery } from "@galley/core/domain";
import { storable } from "../storable-text.ts";

interface Statement {
  /** Has a ? for each parameter. */
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

type Conditions = Omit<JobQuery, "after" | "limit" | "order">;

/**
 * The condition of a list. The inner query finds the ids and reads only the indexes `job_newest` and `job_name`; for a
 * tag, `job_tag`.
 */
export function listCondition({ after, limit, order = NEWEST_FIRST, ...query }: JobQuery): Statement {
  const { key, type } = KEYS[order.by];
  const [direction, follows] = order.direction === "ascending" ? ["asc", ">"] : ["desc", "<"];
  const matching = conditionsOf(query);
  const conditions = after
    ? [
        ...matching,
        {
          sql: `(${key}, id) ${follows} (?::${type}, ?::uuid)`,
          parameters: [placeOf(order, after), after.id],
        },
      ]
    : matching;
  const { sql, parameters } = allOf(conditions);
  const inOrder = `order by ${key} ${direction}, id ${direction}`;
  return numbered({
    sql: `where id = any (array(select id from job where ${sql} ${inOrder} limit ?)) ${inOrder}`,
    parameters: [...parameters, limit],
  });
}

/** Without other conditions than statuses, reads the counts that the database keeps. */
export function countStatement({ organizationId, statuses, ...query }: Conditions): Statement {
  const isKept = Object.values(query).every((value) => value === undefined);
  const { sql, parameters } = allOf(conditionsOf({ organizationId, statuses, ...query }));
  if (isKept) return numbered({ sql: `select sum(jobs) as count from job_counts where ${sql}`, parameters });
  return numbered({ sql: `select count(*) from job where ${sql}`, parameters });
}

/** With $1, $2 and so on in place of each ?. */
function numbered({ sql, parameters }: Statement): Statement {
  let count = 0;
  return { sql: sql.replaceAll("?", () => `$${(count += 1)}`), parameters };
}

const KEYS = {
  submitted_at: { key: "submitted_at", type: "timestamptz" },
  name: { key: "name_key", type: "text" },
} as const satisfies Record<JobOrder["by"], { readonly key: string; readonly type: string }>;

function placeOf({ by }: JobOrder, { submittedAt, nameKey = "" }: NonNullable<JobQuery["after"]>): unknown {
  return by === "name" ? storable(nameKey) : submittedAt;
}

/** The index `job_tag` leaves out documents that were submitted without a tag. */
const TAGGED = `tag = ? and tag <> '${DEFAULT_TAG}'`;

function conditionsOf({ organizationId, statuses, search, tag, from, to }: Conditions): readonly Statement[] {
  const term = search === undefined ? undefined : `%${literally(storable(searchKey(search)))}%`;
  const given = (sql: string, ...parameters: unknown[]): readonly Statement[] =>
    parameters.includes(undefined) ? [] : [{ sql, parameters }];
  return [
    ...given("organization_id = ?", organizationId),
    ...given("status = any (?)", statuses.length > 0 ? statuses : undefined),
    ...given("(name_key like ? or tag_key like ?)", term, term),
    ...given(tag === DEFAULT_TAG ? "tag = ?" : TAGGED, tag === undefined ? undefined : storable(tag)),
    ...given("submitted_at >= ?", from),
    ...given("submitted_at < ?", to),
  ];
}

function allOf(conditions: readonly Statement[]): Statement {
  return {
    sql: conditions.map(({ sql }) => sql).join(" and "),
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

/** Escapes the wildcards of `like`. */
function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
