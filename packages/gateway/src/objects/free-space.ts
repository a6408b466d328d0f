import { statfs } from "node:fs/promises";
import { DomainError, type ObjectStore } from "@galley/core/domain";
import { sharedCalls } from "../shared-calls.ts";

const MEGABYTE = 1024 * 1024;

/** Retry-After in seconds; an operator must free space first. */
const RETRY_AFTER_S = 60;

/**
 * How long writes rely on a check that has found enough space, in milliseconds. If a disk becomes full meanwhile, the
 * write itself fails.
 */
const ENOUGH_FOR_MS = 1000;

/** Checks the free space on the disks of documents and records. */
export interface FreeSpace {
  /** @throws DomainError `UNAVAILABLE` that names the disk with too little space. */
  assertRoom(): Promise<void>;
}

/** A folder whose disk is checked. */
interface Place {
  readonly folder: string;
  /** What is stored there, such as "documents". */
  readonly holds: string;
}

/** @param floorMb the minimum of free space; 0 for no limit. */
export function createFreeSpace(places: readonly Place[], floorMb: number): FreeSpace {
  const spaceOf = sharedCalls((folder) => statfs(folder));
  const assertRoomIn = async ({ folder, holds }: Place): Promise<void> => {
    const { bavail, bsize } = await spaceOf(folder);
    if ((bavail * bsize) / MEGABYTE >= floorMb) return;
    const message = `The disk of the service is full: less than ${floorMb} MB are free for ${holds}.`;
    throw new DomainError("UNAVAILABLE", message, { retryAfterSeconds: RETRY_AFTER_S });
  };
  return {
    async assertRoom() {
      if (floorMb > 0) await Promise.all(places.map(assertRoomIn));
    },
  };
}

/** A store that rejects writes up front if there is too little space, instead of failing half-way. */
export function keepingRoom(store: ObjectStore, room: FreeSpace): ObjectStore {
  let enoughUntil = 0;
  return {
    openFile: (key) => store.openFile(key),
    remove: (key) => store.remove(key),
    async write(key, content, readable) {
      if (performance.now() > enoughUntil) {
        await room.assertRoom();
        enoughUntil = performance.now() + ENOUGH_FOR_MS;
      }
      await store.write(key, content, readable);
    },
  };
}
