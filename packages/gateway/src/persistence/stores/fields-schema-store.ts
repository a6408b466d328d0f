import type { FieldsSchemaStore } from "@galley/core/domain";
import { FieldsSchemaEntity } from "../entities/fields-schema-entity.ts";
import { tableOf } from "../table.ts";
import { AS_RECORDS, type Run } from "./run.ts";

const table = tableOf(FieldsSchemaEntity);
const newestOfEach = table.select(`where organization_id = $1 and version = (
  select max(version) from fields_schema one
  where one.organization_id = fields_schema.organization_id and one.name = fields_schema.name
) order by name collate "C"`);

export function createFieldsSchemaStore(run: Run): FieldsSchemaStore {
  return {
    insert: (version) => run((em) => table.insert(em, version)),

    find: (organizationId, name) =>
      run(
        async (em) =>
          (await em.find(FieldsSchemaEntity, { organizationId, name }, { ...NEWEST_FIRST, limit: 1 }))[0],
      ),

    list: (organizationId) => run((em) => newestOfEach(em, [organizationId])),

    versions: (organizationId, name) =>
      run((em) => em.find(FieldsSchemaEntity, { organizationId, name }, NEWEST_FIRST)),

    remove: (organizationId, name) =>
      run(async (em) => {
        await em.nativeDelete(FieldsSchemaEntity, { organizationId, name });
      }),
  };
}

const NEWEST_FIRST = { ...AS_RECORDS, orderBy: { version: "desc" } } as const;
