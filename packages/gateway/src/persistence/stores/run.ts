import type { EntityManager } from "@mikro-orm/postgresql";

/** Runs statements: in the transaction that it stands for, or each on its own. */
export type Run = <T>(statements: (em: EntityManager) => Promise<T>) => Promise<T>;

/** Rows are handed out as records, not watched for changes. */
export const AS_RECORDS = { disableIdentityMap: true } as const;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether `id` can be the id of anything: PostgreSQL takes a comparison with any other text for an error. */
export function isId(id: string): boolean {
  return UUID.test(id);
}
