import { useEffect, useEffectEvent, useRef, useState } from "react";
import { CombinedError } from "urql";

import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { JobFilter, JobOrder } from "../../generated/graphql.ts";
import { nameOf, type JobRow } from "../live/job-row.ts";
import { useJobChanges, useJobDeletions } from "../live/live-jobs-context.tsx";
import type { DocumentFilter } from "../document-filter.ts";

const JOBS = graphql(`
  query Documents($first: PositiveInt!, $after: String, $filter: JobFilter, $orderBy: JobOrder) {
    jobs(first: $first, after: $after, filter: $filter, orderBy: $orderBy) {
      nodes {
        ...JobRow
      }
      totalCount
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** The most that the API returns at once. */
const PART = 100;

interface Listed {
  readonly rows: readonly JobRow[];
  /** Length of the whole list. */
  readonly total: number;
  /** Undefined if all rows are loaded. */
  readonly after: string | undefined;
}

export interface JobList {
  /** Undefined until the first part is loaded. */
  readonly list: Listed | undefined;
  readonly error: CombinedError | undefined;
  /** Makes sure that the row of an index is loaded, and those before it. */
  readonly reach: (index: number) => void;
  readonly reload: () => void;
  /** Takes rows out of the list. */
  readonly remove: (ids: readonly string[]) => void;
}

/** The documents that match a filter, part by part as they are scrolled to, and as they change. */
export function useJobList(filter: DocumentFilter): JobList {
  const [list, setList] = useState<Listed>();
  const [error, setError] = useState<CombinedError>();
  const loading = useRef(false);
  const wanted = useRef(0);
  const key = JSON.stringify(filter);
  const shown = useRef(key);
  const load = async (before: Listed | undefined): Promise<void> => {
    loading.current = true;
    const asked = shown.current;
    try {
      const { jobs } = await ask(JOBS, { ...queryOf(filter), first: PART, after: before?.after ?? null });
      if (shown.current !== asked) return;
      const after = jobs.pageInfo.hasNextPage ? (jobs.pageInfo.endCursor ?? undefined) : undefined;
      setError(undefined);
      setList({ rows: joined(before?.rows ?? [], jobs.nodes), total: jobs.totalCount, after });
    } catch (cause) {
      if (cause instanceof CombinedError && shown.current === asked) setError(cause);
    } finally {
      if (shown.current === asked) loading.current = false;
    }
  };
  const begin = useEffectEvent(() => {
    shown.current = key;
    wanted.current = 0;
    // The rows before stay until those of the new filter are there.
    void load(undefined);
  });
  useEffect(() => begin(), [key]);
  const reach = (index: number): void => {
    wanted.current = Math.max(wanted.current, index);
    if (list?.after !== undefined && index >= list.rows.length && !loading.current) void load(list);
  };
  // A part may end before the row that is wanted.
  const goOn = useEffectEvent(() => reach(wanted.current));
  useEffect(() => goOn(), [list]);
  useJobChanges(
    (changed) => setList((before) => before && withChanges(before, changed, filter)),
    () => void load(undefined),
  );
  const remove = (ids: readonly string[]): void =>
    setList((before) => before && without(before, new Set(ids)));
  useJobDeletions(
    (id) => remove([id]),
    () => void load(undefined),
  );
  return { list, error, reach, reload: () => void load(undefined), remove };
}

function queryOf({ status, search, tag, sort }: DocumentFilter): { filter: JobFilter; orderBy: JobOrder } {
  return {
    filter: { statuses: [...(status ?? [])], search: search ?? null, tag: tag ?? null },
    orderBy:
      sort === "name"
        ? { by: "NAME", direction: "ASCENDING" }
        : { by: "SUBMITTED_AT", direction: "DESCENDING" },
  };
}

/** A document that arrived meanwhile moves the parts by one, so a row may come twice. */
function joined(rows: readonly JobRow[], more: readonly JobRow[]): readonly JobRow[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
}

function withChanges(before: Listed, changed: readonly JobRow[], filter: DocumentFilter): Listed {
  const byId = new Map(changed.map((job) => [job.id, job]));
  const rows = before.rows.map((row) => byId.get(row.id) ?? row);
  const known = new Set(before.rows.map(({ id }) => id));
  const fresh = changed.filter((job) => !known.has(job.id) && isNewer(job, rows[0]) && matches(job, filter));
  if (filter.sort === "name") return { ...before, rows };
  return { ...before, rows: [...fresh, ...rows], total: before.total + fresh.length };
}

function isNewer(job: JobRow, first: JobRow | undefined): boolean {
  return first === undefined || job.submittedAt > first.submittedAt;
}

function matches(job: JobRow, { status, search, tag }: DocumentFilter): boolean {
  const text = `${nameOf(job)}\n${job.tag}`.toLowerCase();
  return (
    (status === undefined || status.length === 0 || status.includes(job.status)) &&
    (tag === undefined || job.tag === tag) &&
    (search === undefined || text.includes(search.toLowerCase()))
  );
}

function without(before: Listed, ids: ReadonlySet<string>): Listed {
  const rows = before.rows.filter(({ id }) => !ids.has(id));
  return { ...before, rows, total: before.total - (before.rows.length - rows.length) };
}
