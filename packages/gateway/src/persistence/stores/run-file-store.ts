import { RUN_FILE_STATUSES, type RunFileStore } from "@galley/core/domain";
import { LockMode } from "@mikro-orm/postgresql";
import { RunFileEntity } from "../entities/run-file-entity.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

const byJob = tableOf(RunFileEntity).select("where job_id = $1");

export function createRunFileStore(run: Run): RunFileStore {
  return {
    async insert(files) {
      if (files.length === 0) return 0;
      return run(async (em) => {
        const rows = files.map((file) => ({ ...file }));
        const insertion = em.createQueryBuilder(RunFileEntity).insert(rows);
        const { affectedRows } = await insertion.onConflict(["runId", "path"]).ignore().execute("run");
        return affectedRows;
      });
    },

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(RunFileEntity, { id }, AS_RECORDS)) ?? undefined);
    },

    findByJob: (jobId) => run(async (em) => (await byJob(em, [jobId]))[0]),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(RunFileEntity, { id }, options)) ?? undefined);
    },

    list: (runId, { after, limit, statuses }) =>
      run((em) => {
        const where = { runId, path: { $gt: after }, ...(statuses && { status: { $in: [...statuses] } }) };
        return em.find(RunFileEntity, where, { ...AS_RECORDS, orderBy: { path: "asc" }, limit });
      }),

    listOfRuns: (runIds, { after, limit, statuses = RUN_FILE_STATUSES }) =>
      run(async (em) => {
        const wanted = [`{${runIds.join()}}`, after, `{${statuses.join()}}`, limit];
        const rows = await em.execute<{ id: string }[]>(FIRST_OF_EACH, wanted);
        const ids = rows.map(({ id }) => id);
        return em.find(RunFileEntity, { id: { $in: ids } }, { ...AS_RECORDS, orderBy: { path: "asc" } });
      }),

    count: (runId, statuses) =>
      run((em) => em.count(RunFileEntity, { runId, status: { $in: [...statuses] } })),

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(RunFileEntity, { id }, { ...changes });
      }),

    updateAll: (runId, statuses, changes, only) =>
      run(async (em) => {
        const where = {
          runId,
          status: { $in: [...statuses] },
          ...(only && { attempts: { $lt: only.attemptsBelow } }),
        };
        await em.nativeUpdate(RunFileEntity, where, { ...changes });
      }),

    removeAll: (runId, status) =>
      run(async (em) => {
        await em.nativeDelete(RunFileEntity, { runId, status });
      }),
  };
}

/** Uses the index for each run separately. */
const FIRST_OF_EACH = `
  select first.id from unnest(?::uuid[]) as wanted(run_id),
  lateral (
    select id from run_file where run_id = wanted.run_id and path > ? and status = any (?::text[]) order by path limit ?
  ) as first`;
