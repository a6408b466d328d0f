import {
  nameKeyOf,
  searchKey,
  type ExpiredText,
  type Job,
  type JobQuery,
  type JobStore,
} from "@galley/core/domain";
import type { FilterQuery } from "@mikro-orm/postgresql";
import { JobEntity } from "../entities/job-entity.ts";
import { rowsOf, unread } from "../../prepared-statements.ts";
import { tableOf } from "../table.ts";
import { storable } from "../storable-text.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { countStatement, listCondition } from "./job-list.ts";
import { createTurnReader } from "./turn-reader.ts";

const table = tableOf(JobEntity);
const byId = table.select("where id = $1");
const byIds = table.select("where id = any ($1)");
const byHandle = table.select("where organization_id = $1 and handle = $2");
const locked = table.select("where id = $1 for update");

/** Fails if there is no such job (`migrations/0030-unchanged-jobs.ts`). */
const LOCK_UNCHANGED = unread("select lock_unchanged_job($1, $2, $3)");

export function createJobStore(run: Run): JobStore {
  return {
    insert: (job) =>
      run(async (em) => {
        await table.insert(em, { ...job, nameKey: nameKeyOf(job), tagKey: searchKey(job.tag) });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await byId(em, [id]))[0]);
    },

    listByIds: (ids) => run((em) => byIds(em, [ids.filter(isId)])),

    findByHandle: (organizationId, handle) =>
      run(async (em) => (await byHandle(em, [organizationId, storable(handle)]))[0]),

    list: (query) => listJobs(run, query),

    count: (query) => countJobs(run, query),

    listWithExpiredText: (now, { after, limit }) =>
      run(async (em) => {
        const rows = await em.find(JobEntity, expiredText(now, after), {
          ...AS_RECORDS,
          fields: ["id", "textExpiresAt"],
          orderBy: [{ textExpiresAt: "asc" }, { id: "asc" }],
          limit,
        });
        return rows.flatMap(({ id, textExpiresAt }) => (textExpiresAt ? [{ id, textExpiresAt }] : []));
      }),

    listWithSpentDocument: (limit) =>
      run((em) =>
        em.find(JobEntity, SPENT_DOCUMENT, { ...AS_RECORDS, orderBy: { settledAt: "asc" }, limit }),
      ),

    countHolding: (objectKey) =>
      run(async (em) => {
        const [row] = await em.execute<{ count: string }[]>(COUNT_HOLDING, [objectKey]);
        return Number(row?.count);
      }),

    lockHolding: (objectKey) =>
      run(async (em) => {
        const rows = await em.execute<{ id: string }[]>(LOCK_HOLDING, [objectKey]);
        return rows.map(({ id }) => id);
      }),

    ...createTurnReader(run),

    async lock(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await locked(em, [id]))[0]);
    },

    lockUnchanged: ({ id, status, pagesDone }) =>
      run(async (em) => void (await rowsOf(em, LOCK_UNCHANGED, [id, status, pagesDone]))),

    update: (id, changes) =>
      run(async (em) => {
        const nameKey = changes.file ? { nameKey: nameKeyOf({ file: changes.file, source: null }) } : {};
        await table.update(em, id, { ...changes, ...nameKey });
      }),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(JobEntity, { id });
      }),
  };
}

/** The range of expiries is stated as well, because the index is not read from the middle by the alternatives alone. */
function expiredText(now: Date, after: ExpiredText | undefined): FilterQuery<JobEntity> {
  if (after === undefined) return { textExpiresAt: { $lte: now } };
  const { id, textExpiresAt } = after;
  const follows = [{ textExpiresAt: { $gt: textExpiresAt } }, { textExpiresAt, id: { $gt: id } }];
  return { textExpiresAt: { $gte: textExpiresAt, $lte: now }, $or: follows };
}

const SPENT_DOCUMENT = {
  settledAt: { $ne: null },
  textExpiresAt: null,
  documentRemovedAt: null,
  file: { $ne: null },
};

const COUNT_HOLDING = `
  select count(*) from job where file ->> 'objectKey' = ? and document_removed_at is null`;

function listJobs(run: Run, query: JobQuery): Promise<readonly Job[]> {
  const { sql, parameters } = listCondition(query);
  return run((em) => table.read(em, sql, parameters));
}

function countJobs(run: Run, query: Parameters<JobStore["count"]>[0]): Promise<number> {
  return run(async (em) => {
    const { sql, parameters } = countStatement(query);
    const [row] = await rowsOf<{ count: string }>(em, sql, parameters);
    return Number(row?.count);
  });
}

const LOCK_HOLDING = `
  select id from job where file ->> 'objectKey' = ? and document_removed_at is null order by id for update`;
