import type { JobQuery, JobStatus, JobStore } from "@galley/core/domain";
import { LockMode } from "@mikro-orm/postgresql";
import { JobEntity } from "../entities/job-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { createTurnReader } from "./turn-reader.ts";

export function createJobStore(run: Run): JobStore {
  return {
    insert: (job) =>
      run(async (em) => {
        await em.insert(JobEntity, { ...job });
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(JobEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    listByIds: (ids) => run((em) => em.find(JobEntity, { id: { $in: ids.filter(isId) } }, AS_RECORDS)),

    findByHandle: (organizationId, handle) =>
      run(async (em) => (await em.findOne(JobEntity, { organizationId, handle }, AS_RECORDS)) ?? undefined),

    list: ({ after, limit, ...query }) =>
      run((em) =>
        em.find(
          JobEntity,
          { ...matching(query), ...(after && following(after)) },
          { ...AS_RECORDS, orderBy: { submittedAt: "desc", id: "desc" }, limit },
        ),
      ),

    count: (query) => run((em) => em.count(JobEntity, matching(query))),

    listWithExpiredText: (now, { after, limit }) =>
      run(async (em) => {
        const where = { textExpiresAt: { $lte: now }, ...(after !== undefined && { id: { $gt: after } }) };
        const rows = await em.find(JobEntity, where, {
          ...AS_RECORDS,
          fields: ["id"],
          orderBy: { id: "asc" },
          limit,
        });
        return rows.map(({ id }) => id);
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

    ...createTurnReader(run),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(JobEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(JobEntity, { id }, { ...changes });
      }),
  };
}

const SPENT_DOCUMENT = {
  settledAt: { $ne: null },
  textExpiresAt: null,
  documentRemovedAt: null,
  file: { $ne: null },
};

const COUNT_HOLDING = `
  select count(*) from job where file ->> 'objectKey' = ? and document_removed_at is null`;

function matching({ organizationId, statuses }: Pick<JobQuery, "organizationId" | "statuses">): {
  organizationId: string;
  status?: { $in: JobStatus[] };
} {
  return { organizationId, ...(statuses.length > 0 && { status: { $in: [...statuses] } }) };
}

/** The first condition is redundant, but lets PostgreSQL start the index scan there. */
function following({ submittedAt, id }: NonNullable<JobQuery["after"]>): {
  submittedAt: { $lte: Date };
  $or: [{ submittedAt: { $lt: Date } }, { id: { $lt: string } }];
} {
  return {
    submittedAt: { $lte: submittedAt },
    $or: [{ submittedAt: { $lt: submittedAt } }, { id: { $lt: id } }],
  };
}
