import type { ExtractionKeyStore } from "@galley/core/domain";
import { LockMode } from "@mikro-orm/postgresql";
import { ExtractionKeyEntity } from "../entities/extraction-key-entity.ts";
import { prepared, rowsOf } from "../../prepared-statements.ts";
import { sharedCalls } from "../../shared-calls.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

const keys = tableOf(ExtractionKeyEntity);
const byId = keys.select("where id = $1");
const byDigest = keys.select("where digest = $1");

export function createExtractionKeyStore(run: Run): ExtractionKeyStore {
  return {
    insert: (key) =>
      run(async (em) => {
        await em.insert(ExtractionKeyEntity, { ...key });
      }),

    findByDigest: sharedCalls((digest) => run(async (em) => (await byDigest(em, [digest]))[0])),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await byId(em, [id]))[0]);
    },

    list: (organizationId) =>
      run((em) =>
        em.find(
          ExtractionKeyEntity,
          { organizationId },
          { ...AS_RECORDS, orderBy: { createdAt: "desc", id: "desc" } },
        ),
      ),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(ExtractionKeyEntity, { id }, options)) ?? undefined);
    },

    update: (id, changes) =>
      run(async (em) => {
        await em.nativeUpdate(ExtractionKeyEntity, { id }, { ...changes });
      }),

    countRequests: (id, minute, requests) =>
      run(async (em) => {
        const [counted] = await rowsOf<{ requests: number }>(em, COUNT_REQUESTS, [id, minute, requests]);
        return counted?.requests ?? 0;
      }),
  };
}

const COUNT_REQUESTS = prepared(`
  insert into request_count as counted (key_id, minute, requests) values ($1, $2, $3)
  on conflict (key_id) do update
  set minute = greatest(counted.minute, excluded.minute),
      requests = case when counted.minute >= excluded.minute then counted.requests + excluded.requests else excluded.requests end
  returning requests`);
