import type { FieldsExampleStore } from "@galley/core/domain";
import { rowsOf } from "../../prepared-statements.ts";
import { FieldsExampleEntity } from "../entities/fields-example-entity.ts";
import { storable } from "../storable-text.ts";
import { isId, type Run } from "./run.ts";

const REMOVE_OLDEST = `delete from fields_example where organization_id = $1 and schema = $2 and (job_id, schema, part) in (
  select job_id, schema, part from fields_example where organization_id = $1 and schema = $2
  order by created_at desc, job_id, part offset $3)`;

const NEAREST = `select job_id as "jobId", example from fields_example
  where organization_id = $1 and schema = $2 and job_id <> $4
    and exists (
      select from job where job.id = job_id and (settled_at is null or text_expires_at > $5))
  order by (select count(*) from unnest(sketch) word where word = any ($3::integer[])) desc, created_at desc, job_id, part
  limit $6`;

export function createFieldsExampleStore(run: Run): FieldsExampleStore {
  return {
    put: (example, keep) =>
      run(async (em) => {
        await em.upsert(FieldsExampleEntity, { ...example }, { disableIdentityMap: true });
        await rowsOf(em, REMOVE_OLDEST, [example.organizationId, storable(example.schema), keep]);
      }),

    nearest: ({ organizationId, schema, sketch, exceptJobId, now, limit }) =>
      run((em) =>
        rowsOf<{ jobId: string; example: string }>(em, NEAREST, [
          organizationId,
          storable(schema),
          sketch,
          exceptJobId,
          now,
          limit,
        ]),
      ),

    async remove({ jobId, schema, part }) {
      if (!isId(jobId)) return;
      await run((em) => em.nativeDelete(FieldsExampleEntity, { jobId, schema: storable(schema), part }));
    },
  };
}
