import { statfs } from "node:fs/promises";
import { DomainError, type ObjectStore } from "@galley/core/domain";

const MEGABYTE = 1024 * 1024;

/** Retry-After in seconds; an operator must free space first. */
const RETRY_AFTER_S = 60;

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

/** Documents that arrive within this time share a measurement: at most what is written meanwhile is missed. */
const MEASURED_FOR_MS = 1000;

/**
 * @param floorMb the minimum of free space; 0 for no limit.
 * @param freeMb measures the disk of a folder.
 */
export function createFreeSpace(
  places: readonly Place[],
  floorMb: number,
  freeMb: (folder: string) => Promise<number> = freeMbOf,
): FreeSpace {
  let measured = { at: -Infinity, result: Promise.resolve() };
  const measure = async (): Promise<void> => {
    for (const { folder, holds } of places) {
      if ((await freeMb(folder)) >= floorMb) continue;
      const message = `The disk of the service is full: less than ${floorMb} MB are free for ${holds}.`;
      throw new DomainError("UNAVAILABLE", message, { retryAfterSeconds: RETRY_AFTER_S });
    }
  };
  return {
    async assertRoom() {
      if (floorMb === 0) return;
      const now = performance.now();
      if (now - measured.at > MEASURED_FOR_MS) measured = { at: now, result: measure() };
      await measured.result;
    },
  };
}

async function freeMbOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return (bavail * bsize) / MEGABYTE;
}

/** A store that rejects writes up front if there is too little space, instead of failing half-way. */
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
