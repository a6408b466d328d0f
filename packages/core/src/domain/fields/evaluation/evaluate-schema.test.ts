import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { DomainError } from "../../domain-error.ts";
import { CALLER, jobWorld, refusal, scriptedExtractor } from "../../testing/job-world.ts";
import { createMemoryDatabase } from "../../testing/memory/memory-database.ts";
import {
  createMemoryEvents,
  createMemoryObjectStore,
  createMemoryQueue,
} from "../../testing/memory/memory-ports.ts";
import { aJob } from "../../testing/records.ts";
import type { FieldsSource } from "../fields-ports.ts";
import { NO_FIELDS_READER } from "../no-fields-reader.ts";
import { SchemaEvaluator } from "./evaluate-schema.ts";

const SCHEMA = { name: "notes", definition: { type: "object" } } as const;
const RECORD = { citations: [], confidence: 1, checks: [], confirmed: true } as const;

interface World {
  readonly evaluator: SchemaEvaluator;
  /** The documents that were read, by the number that is confirmed of them. */
  readonly read: FieldsSource[];
}

/** Confirmed documents, each read in a number of seconds; the second one of all fails. */
async function world(count: number, { seconds }: { readonly seconds: number }): Promise<World> {
  const { announcements, subscriptions } = createMemoryEvents();
  const database = createMemoryDatabase({ queue: createMemoryQueue(), announcements });
  let now = Date.UTC(2026, 0, 1);
  const read: FieldsSource[] = [];
  await database.transaction(async (records) => {
    for (let at = 0; at < count; at++) {
      const job = aJob(CALLER.organizationId, { file: null });
      await records.jobs.insert(job);
      await records.documentFields.put({
        organizationId: CALLER.organizationId,
        jobId: job.id,
        schema: SCHEMA.name,
        part: 1,
        pages: null,
        version: 1,
        status: "confirmed",
        message: "",
        result: { data: { number: at }, fields: { number: RECORD }, review: [], notes: [] },
        createdAt: new Date(at),
        readAt: null,
        reviewedAt: null,
        reviewerId: null,
      });
    }
  });
  const { jobs } = jobWorld(scriptedExtractor([])).application;
  const evaluator = new SchemaEvaluator({
    database,
    subscriptions,
    objects: createMemoryObjectStore(),
    environment: { now: () => new Date(now), uuid: () => randomUUID(), randomBytes },
    jobs: { structure: (job) => ({ ...jobs.structure(job), text: async () => "{}" }) },
    fieldsReader: {
      ...NO_FIELDS_READER,
      shipped: [SCHEMA],
      async read(_, source) {
        read.push(source);
        now += 1000 * seconds;
        if (read.length === 2) throw new DomainError("TOO_LARGE", "The document is too large.");
        return { data: { number: count - 1 }, fields: {}, review: [], notes: [] };
      },
    },
  });
  return { evaluator, read };
}

test("the newest documents are evaluated within half a minute, without a model; one that fails is counted", async () => {
  const { evaluator, read } = await world(30, { seconds: 8 });
  expect(await evaluator.evaluate(CALLER, { schema: "notes" })).toMatchObject({
    version: 1,
    confirmedDocuments: 30,
    documents: 3,
    failedDocuments: 1,
    // The newest one is read as it is confirmed.
    fields: [{ path: "number", counts: { right: 1, wrong: 2 } }],
  });
  expect(read.every(({ withoutModel }) => withoutModel)).toBe(true);
});

test("at most 200 documents are read", async () => {
  const { evaluator, read } = await world(230, { seconds: 0 });
  expect(await evaluator.evaluate(CALLER, { schema: "notes" })).toMatchObject({ documents: 199 });
  expect(read).toHaveLength(200);
});

test("an organization evaluates one schema at a time, and again when it has ended", async () => {
  const { evaluator } = await world(3, { seconds: 0 });
  const first = evaluator.evaluate(CALLER, { schema: "notes" });
  expect(await refusal(evaluator.evaluate(CALLER, { schema: "notes" }))).toBe("UNAVAILABLE");
  await first;
  expect(await refusal(evaluator.evaluate(CALLER, { schema: "notes" }))).toBeUndefined();
});
