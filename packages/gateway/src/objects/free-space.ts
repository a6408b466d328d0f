import { statfs } from "node:fs/promises";
import { DomainError, type ObjectStore } from "@galley/core/domain";

const MEGABYTE = 1024 * 1024;

/** When a caller may try again: somebody has to make room first. */
const RETRY_AFTER_S = 60;

/** Looks whether the disks that documents and records rest on have room for more. */
export interface FreeSpace {
  /** @throws DomainError `UNAVAILABLE` that says which of them has too little. */
  assertRoom(): Promise<void>;
}

/** A folder whose disk is looked at. */
interface Place {
  readonly folder: string;
  /** What rests there, such as "documents". */
  readonly holds: string;
}

/** @param floorMb less than this is too little; 0 is never. */
export function createFreeSpace(places: readonly Place[], floorMb: number): FreeSpace {
  return {
    async assertRoom() {
      if (floorMb === 0) return;
      for (const { folder, holds } of places) {
        const { bavail, bsize } = await statfs(folder);
        if ((bavail * bsize) / MEGABYTE >= floorMb) continue;
        const message = `The service has no room left: less than ${floorMb} MB are free for ${holds}.`;
        throw new DomainError("UNAVAILABLE", message, { retryAfterSeconds: RETRY_AFTER_S });
      }
    },
  };
}

/** A store that takes nothing while there is too little room, instead of failing half-way. */
export function keepingRoom(store: ObjectStore, room: FreeSpace): ObjectStore {
  return {
    openFile: (key) => store.openFile(key),
    remove: (key) => store.remove(key),
    async write(key, content) {
      await room.assertRoom();
      await store.write(key, content);
    },
  };
}
