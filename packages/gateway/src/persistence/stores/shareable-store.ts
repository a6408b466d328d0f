import {
  LockMode,
  raw,
  type EntityData,
  type EntityName,
  type FilterQuery,
  type RequiredEntityData,
} from "@mikro-orm/postgresql";
import type { ConnectorEntity } from "../entities/connector-entity.ts";
import type { PipelineEntity } from "../entities/pipeline-entity.ts";
import type { WorkflowEntity } from "../entities/workflow-entity.ts";
import { AS_RECORDS, isId, type Run } from "./run.ts";
import { takesName } from "./takes-name.ts";

interface ShareableStore<E> {
  insert(record: RequiredEntityData<E>): Promise<boolean>;
  find(id: string): Promise<E | undefined>;
  listByIds(ids: readonly string[]): Promise<readonly E[]>;
  lock(id: string): Promise<E | undefined>;
  update(id: string, changes: EntityData<E>): Promise<boolean>;
  remove(id: string): Promise<void>;
}

/** The common operations of shareable records. Names are unique within an organization. */
export function shareableStore<E extends ConnectorEntity | PipelineEntity | WorkflowEntity>(
  run: Run,
  entity: EntityName<E>,
  withIds: (ids: readonly string[]) => FilterQuery<E>,
): ShareableStore<E> {
  return {
    insert: (record) =>
      run(async (em) => {
        const insertion = em.createQueryBuilder(entity).insert({ ...record });
        const { affectedRows } = await insertion
          .onConflict(raw("(organization_id, name)"))
          .ignore()
          .execute("run");
        return affectedRows > 0;
      }),

    async find(id) {
      if (!isId(id)) return undefined;
      return run(async (em) => (await em.findOne(entity, withIds([id]), AS_RECORDS)) ?? undefined);
    },

    listByIds: (ids) => run((em) => em.find(entity, withIds(ids.filter(isId)), AS_RECORDS)),

    async lock(id) {
      if (!isId(id)) return undefined;
      const options = { ...AS_RECORDS, lockMode: LockMode.PESSIMISTIC_WRITE };
      return run(async (em) => (await em.findOne(entity, withIds([id]), options)) ?? undefined);
    },

    update: (id, changes) =>
      run((em) => takesName(() => em.nativeUpdate(entity, withIds([id]), { ...changes }))),

    remove: (id) =>
      run(async (em) => {
        await em.nativeDelete(entity, withIds([id]));
      }),
  };
}
