import type { Visibility } from "../../../sharing/share-ports.ts";
import type { Share, Shareable } from "../../../access/model/shareable.ts";

/** A record with a unique name within its organization. */
interface Named extends Shareable {
  readonly name: string;
  readonly createdAt: Date;
}

export interface ShareableTables<R> {
  readonly table: () => Map<string, R>;
  readonly shares: () => Map<string, Share>;
}

interface ShareableBasics<R> {
  insert(record: R): Promise<boolean>;
  find(id: string): Promise<R | undefined>;
  listByIds(ids: readonly string[]): Promise<readonly R[]>;
  lock(id: string): Promise<R | undefined>;
  update(id: string, changes: Partial<R>): Promise<boolean>;
}

/** What the stores of all shareable records have in common. */
export function memoryShareables<R extends Named>(table: () => Map<string, R>): ShareableBasics<R> {
  const isTaken = ({ organizationId, name, id }: Named): boolean =>
    [...table().values()].some(
      (one) => one.organizationId === organizationId && one.name === name && one.id !== id,
    );
  return {
    async insert(record) {
      if (isTaken(record)) return false;
      table().set(record.id, record);
      return true;
    },
    find: async (id) => table().get(id),
    listByIds: async (ids) => [...table().values()].filter(({ id }) => ids.includes(id)),
    lock: async (id) => table().get(id),
    async update(id, changes) {
      const record = table().get(id);
      const changed = record && { ...record, ...changes };
      if (changed && isTaken(changed)) return false;
      if (changed) table().set(id, changed);
      return true;
    },
  };
}

/** The records that the member of a query can see, newest first. */
export function visibleNewestFirst<R extends Named>(
  { table, shares }: ShareableTables<R>,
  { organizationId, userId }: Visibility,
): readonly R[] {
  const isSharedWith = ({ id }: Named): boolean =>
    [...shares().values()].some((share) => share.recordId === id && share.userId === userId);
  return [...table().values()]
    .filter((one) => one.organizationId === organizationId)
    .filter(
      (one) => userId === null || one.createdBy === userId || one.sharedToOrganization || isSharedWith(one),
    )
    .toSorted(newestFirst);
}

function newestFirst(a: Named, b: Named): number {
  const later = b.createdAt.getTime() - a.createdAt.getTime();
  return later === 0 ? (a.id > b.id ? -1 : 1) : later;
}

/** Whether a name contains the search text, ignoring case. */
export function holds(name: string, search: string | undefined): boolean {
  return name.toLowerCase().includes((search ?? "").toLowerCase());
}
