import type { OrganizationLimits, OrganizationLimitsStore } from "@galley/core/domain";
import { prepared, rowsOf, unread } from "../../prepared-statements.ts";
import type { Run } from "./run.ts";

export function createOrganizationLimitsStore(run: Run): OrganizationLimitsStore {
  return {
    find: (organizationId) =>
      run(async (em) => (await rowsOf<OrganizationLimits>(em, FIND, [organizationId]))[0]),

    put: (organizationId, { pagesPerDay, documentsInFlight, bytesKept }) =>
      run(
        async (em) =>
          void (await rowsOf(em, PUT, [organizationId, pagesPerDay, documentsInFlight, bytesKept])),
      ),

    remove: (organizationId) => run(async (em) => void (await rowsOf(em, REMOVE, [organizationId]))),

    lock: (organizationId) => run(async (em) => void (await rowsOf(em, LOCK, [organizationId]))),

    countInFlight: (organizationId) => run(async (em) => countOf(await rowsOf(em, COUNT, [organizationId]))),

    sumBytesKept: (organizationId) => run(async (em) => countOf(await rowsOf(em, SUM, [organizationId]))),
  };
}

const FIND = prepared(`
  select pages_per_day as "pagesPerDay", documents_in_flight as "documentsInFlight",
    bytes_kept::float8 as "bytesKept"
  from organization_limits where organization_id = $1`);

const PUT = unread(`
  insert into organization_limits (organization_id, pages_per_day, documents_in_flight, bytes_kept)
  values ($1, $2, $3, $4)
  on conflict (organization_id) do update set pages_per_day = excluded.pages_per_day,
    documents_in_flight = excluded.documents_in_flight, bytes_kept = excluded.bytes_kept`);

const REMOVE = unread("delete from organization_limits where organization_id = $1");

/** A statement of its own, so that the next one sees what the previous holder of the lock has committed. */
const LOCK = unread("select pg_advisory_xact_lock(hashtextextended('limits ' || $1::text, 0))");

const COUNT = prepared(`
  select count(*)::float8 as count from job where organization_id = $1 and status in ('accepted', 'processing')`);

const SUM = prepared(`
  select coalesce(sum(bytes), 0)::float8 as count from kept_file where organization_id = $1`);

function countOf(rows: readonly { readonly count: number }[]): number {
  return rows[0]?.count ?? 0;
}
