import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Announcements, JobQueue, ObjectStore } from "../ports.ts";
import { createSubscriptionHub, type SubscriptionHub } from "../subscription-hub.ts";

/** A queue that nobody works on. */
export function createMemoryQueue(): JobQueue & { readonly jobIds: readonly string[] } {
  const jobIds: string[] = [];
  return {
    jobIds,
    async extract(jobId) {
      jobIds.push(jobId);
    },
  };
}

/** Announcements and those who hear them, in one process. */
export function createMemoryEvents(): {
  readonly announcements: Announcements;
  readonly subscriptions: SubscriptionHub;
} {
  const subscriptions = createSubscriptionHub();
  return { subscriptions, announcements: { jobChanged: async (job) => subscriptions.jobChanged(job) } };
}

export function createMemoryObjectStore(): ObjectStore {
  const objects = new Map<string, Uint8Array>();
  return {
    async write(key, content) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      objects.set(key, Buffer.concat(chunks));
    },
    async openFile(key) {
      const object = objects.get(key);
      if (!object) throw new Error(`There is no object ${key}.`);
      const folder = await mkdtemp(join(tmpdir(), "galley-object-"));
      const path = join(folder, "object");
      await writeFile(path, object);
      return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
    },
    async remove(key) {
      objects.delete(key);
    },
  };
}
