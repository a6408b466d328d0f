import type { EntityManager } from "@mikro-orm/postgresql";

/** Runs statements: in its transaction, or each on its own. */
export type Run = <T>(statements: (em: EntityManager) => Promise<T>) => Promise<T>;

/** Rows are returned as plain records, without change tracking. */
export const AS_RECORDS = { disableIdentityMap: true } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `id` is a valid UUID: PostgreSQL reports a comparison with any other text as an error. */
export function isId(id: string): boolean {
  return UUID.test(id);
}
