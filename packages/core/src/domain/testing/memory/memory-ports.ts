import { pageInDocument } from "../../../extraction/explain/page-explanation.ts";
import type { StructuredPage } from "../../../extraction/structure/document/document-page.ts";
import { documentBlocks } from "../../../extraction/structure/document/document-blocks.ts";
import { answerTo, type StructureSource } from "../../../extraction/structure/structure-question.ts";
import type { StructureReader } from "../../jobs/result/structure-reader.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FetchError } from "../../documents/fetch-error.ts";
import type { ObjectStore } from "../../ports.ts";
import type { Announcements, Queue } from "../../application.ts";
import type { DocumentFetcher, FetchedDocument } from "../../documents/document-fetcher.ts";
import type { FetchTask } from "../../jobs/job-ports.ts";
import { createSubscriptionHub, type SubscriptionHub } from "../../subscription-hub.ts";
import type { Delivery } from "../../webhooks/delivery.ts";

/** A queue without workers. */
export interface MemoryQueue extends Queue {
  /** The jobs whose documents are queued for extraction. */
  readonly jobIds: readonly string[];
  /** The jobs whose structure is queued to be found. */
  readonly structureIds: readonly string[];
  /** The jobs whose fields are queued to be read. */
  readonly fieldsIds: readonly string[];
  readonly fetches: readonly (FetchTask & { readonly afterSeconds: number })[];
  /** Deliveries as they were when an attempt was queued. */
  readonly deliveries: readonly Delivery[];
  /** Notices that are queued for e-mail. */
  readonly noticeIds: readonly string[];
  /** Runs that are queued to list their files. */
  readonly runIds: readonly string[];
  /** Files of runs, once for each queued step. */
  readonly runFileIds: readonly string[];
  /** The same for steps that were queued with a delay. */
  readonly laterRunFileIds: readonly string[];
}

export function createMemoryQueue(): MemoryQueue {
  const jobIds: string[] = [];
  const structureIds: string[] = [];
  const fieldsIds: string[] = [];
  const fetches: (FetchTask & { readonly afterSeconds: number })[] = [];
  const deliveries: Delivery[] = [];
  const noticeIds: string[] = [];
  const runIds: string[] = [];
  const runFileIds: string[] = [];
  const laterRunFileIds: string[] = [];
  return {
    jobIds,
    structureIds,
    fieldsIds,
    fetches,
    deliveries,
    noticeIds,
    runIds,
    runFileIds,
    laterRunFileIds,
    async takeFiles({ id }) {
      runIds.push(id);
    },
    async workOnFile({ id }, delay) {
      (delay ? laterRunFileIds : runFileIds).push(id);
    },
    async sendNotice(noticeId) {
      noticeIds.push(noticeId);
    },
    async extract({ id }) {
      jobIds.push(id);
    },
    async findStructure({ id }) {
      structureIds.push(id);
    },
    async readFields({ id }) {
      fieldsIds.push(id);
    },
    async deliver(delivery) {
      deliveries.push(delivery);
    },
    async fetch(task, delay) {
      fetches.push({ ...task, afterSeconds: delay?.seconds ?? 0 });
    },
  };
}

/** Documents by URL. An unknown URL is rejected by `check`; one that maps to an error fails with it. */
export function createMemoryFetcher(
  documents: Readonly<Record<string, FetchedDocument | Error>>,
): DocumentFetcher {
  const unknown = (url: string): FetchError => new FetchError(`There is no ${url}.`, { temporary: false });
  return {
    check(url) {
      if (!(url in documents)) throw unknown(url);
    },
    async fetch(url) {
      const document = documents[url] ?? unknown(url);
      if (document instanceof Error) throw document;
      return document;
    },
  };
}

/** Announcements and subscriptions within one process. */
export function createMemoryEvents(): {
  readonly announcements: Announcements;
  readonly subscriptions: SubscriptionHub;
} {
  const subscriptions = createSubscriptionHub();
  return {
    subscriptions,
    announcements: {
      jobChanged: async (job) => subscriptions.jobChanged(job),
      jobDeleted: async (job) => subscriptions.jobDeleted(job),
      noticeArrived: async (notice) => subscriptions.noticeArrived(notice),
      runChanged: async (run) => subscriptions.runChanged(run),
    },
  };
}

export interface MemoryObjectStore extends ObjectStore {
  /** Of all objects, in no order. */
  keys(): readonly string[];
}

export function createMemoryObjectStore(): MemoryObjectStore {
  const objects = new Map<string, Uint8Array>();
  return {
    keys: () => [...objects.keys()],
    async write(key, content, readable) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      objects.set(key, Buffer.concat(chunks));
      readable?.();
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

/** Reads structures on this thread, anew for each question. */
export function createMemoryStructures(): StructureReader {
  const all = async ({ pages }: StructureSource): Promise<readonly StructuredPage[]> =>
    (await Array.fromAsync(pages())).flat();
  return {
    answer: async (source, question) => answerTo(documentBlocks(await all(source)), question),
    explain: async (source, page) => ({ kind: "explained", part: pageInDocument(await all(source), page) }),
  };
}
