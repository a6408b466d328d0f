import { searchKey, type DocumentFieldsQuery, type DocumentFieldsStore } from "@galley/core/domain";
import { rowsOf } from "../../prepared-statements.ts";
import { DocumentFieldsEntity } from "../entities/document-fields-entity.ts";
import { storable } from "../storable-text.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";

const table = tableOf(DocumentFieldsEntity);

/** The parameters are those of `parametersOf`. */
const CONDITION = `where organization_id = $1 and ($2::text is null or schema = $2)
  and (cardinality($3::text[]) = 0 or status = any ($3))
  and exists (
    select from job where job.id = job_id and (settled_at is null or text_expires_at > $5)
      and ($4 = '' or strpos(name_key, $4) > 0 or strpos(tag_key, $4) > 0))`;

const inOrder = table.select(`${CONDITION} order by created_at, job_id, schema, part limit $6 offset $7`);
const COUNT = `select count(*) from document_fields ${CONDITION}`;

export function createDocumentFieldsStore(run: Run): DocumentFieldsStore {
  return {
    put: (fields) =>
      run(async (em) => {
        await em.upsert(DocumentFieldsEntity, { ...fields }, { disableIdentityMap: true });
      }),

    async find({ jobId, schema, part }) {
      if (!isId(jobId)) return undefined;
      const place = { jobId, schema: storable(schema), part };
      return run(async (em) => (await em.findOne(DocumentFieldsEntity, place, AS_RECORDS)) ?? undefined);
    },

    list: (query, { limit, offset }) => run((em) => inOrder(em, [...parametersOf(query), limit, offset])),

    count: (query) =>
      run(async (em) => {
        const [row] = await rowsOf<{ count: string }>(em, COUNT, parametersOf(query));
        return Number(row?.count);
      }),

    listOfJobs: (jobIds) =>
      run((em) =>
        em.find(
          DocumentFieldsEntity,
          { jobId: { $in: jobIds.filter(isId) } },
          { ...AS_RECORDS, orderBy: { schema: "asc", part: "asc" } },
        ),
      ),

    removeAfter: ({ jobId, schema, part }) =>
      run(async (em) => {
        await em.nativeDelete(DocumentFieldsEntity, { jobId, schema: storable(schema), part: { $gt: part } });
      }),

    removeOfJob: (jobId) =>
      run(async (em) => {
        await em.nativeDelete(DocumentFieldsEntity, { jobId });
      }),

    removeOfSchema: (organizationId, schema) =>
      run(async (em) => {
        await em.nativeDelete(DocumentFieldsEntity, { organizationId, schema });
      }),
  };
}

function parametersOf({
  organizationId,
  schema,
  statuses,
  search = "",
  now,
}: DocumentFieldsQuery): readonly unknown[] {
  return [
    organizationId,
    schema === undefined ? null : storable(schema),
    statuses,
    storable(searchKey(search)),
    now,
  ];
}
