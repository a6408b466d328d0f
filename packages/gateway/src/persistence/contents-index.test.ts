import { createContents, type Contents } from "@galley/core/domain";
import { aJob, anOrganization, aPageRead } from "@galley/core/testing";
import type { MikroORM } from "@mikro-orm/postgresql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContentsIndex } from "./contents-index.ts";
import { createRecordsOnly } from "./database.ts";
import { migratedOrm } from "./testing/migrated-orm.ts";
import { createTestDatabase } from "./testing/test-database.ts";

const HOUR = 3_600_000;

let opened: AsyncDisposableStack;
let orm: MikroORM;
let contents: Contents;
beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const { url } = opened.use(await createTestDatabase());
  orm = opened.adopt(await migratedOrm(url), (open) => open.close());
  const environment = { now: () => new Date() };
  contents = createContents(createContentsIndex(orm), { environment });
});
afterAll(() => opened.disposeAsync());

/** Stores a document that was processed, and returns how its organization searches. */
async function stored(...texts: readonly string[]): Promise<{
  readonly id: string;
  readonly search: (term: string) => Promise<readonly number[]>;
}> {
  const organization = anOrganization();
  const { id } = organization;
  const job = aJob(id, { status: "accepted", textExpiresAt: null, settledAt: null });
  await createRecordsOnly(orm).transaction(async (records) => {
    await records.organizations.insert(organization);
    await records.jobs.insert(job);
    await records.pages.insert(
      job.id,
      texts.map((text, index) => aPageRead(index + 1, { text })),
    );
    const settledAt = new Date();
    const textExpiresAt = new Date(Date.now() + HOUR);
    await records.jobs.update(job.id, { status: "processed", settledAt, textExpiresAt });
  });
  await indexAll();
  const caller = { organizationId: organization.id };
  return {
    id: job.id,
    search: async (term) =>
      (await contents.search(caller, { term, limit: 10 })).map(({ page }) => page).toSorted((a, b) => a - b),
  };
}

async function indexAll(): Promise<void> {
  while ((await contents.indexSome()) > 0);
}

test("words, their beginnings and other forms, and phrases find their pages; only in one's organization", async () => {
  const { search } = await stored(
    "Invoice 2025-0417 for Müller & Söhne\nThe delivery note follows.",
    "A note on the delivery. Rechnungen",
    "東京都の請求書",
  );
  await stored("Invoice of another organization");
  expect(await search("invoice")).toEqual([1]);
  expect(await search("INVOICES")).toEqual([1]);
  expect(await search("rechnung")).toEqual([2]);
  expect(await search("rech")).toEqual([2]);
  expect(await search("muller")).toEqual([1]);
  expect(await search("note delivery")).toEqual([1, 2]);
  expect(await search('"delivery note"')).toEqual([1]);
  expect(await search("2025-04")).toEqual([]);
  expect(await search("2025-0417")).toEqual([1]);
  expect(await search("請求書")).toEqual([3]);
  expect(await search("書求")).toEqual([]);
  expect(await search('"invoic"')).toEqual([]);
  expect(await search("another")).toEqual([]);
});

test("a corrected word is found, the misread one no longer", async () => {
  const { id, search } = await stored("Tota1 amount");
  await createRecordsOnly(orm).transaction(async (records) => {
    await records.pages.correct(id, 1, { text: "Total amount", words: new Float64Array(), fields: [] });
    await records.jobs.update(id, { textRevision: 1 });
  });
  await indexAll();
  expect(await search("total")).toEqual([1]);
  expect(await search("tota1")).toEqual([]);
});

test("a text is not found once it has expired, and its words are deleted with it", async () => {
  const { id, search } = await stored("Kept for an hour");
  const database = createRecordsOnly(orm);
  const { records } = database;
  expect(await search("hour")).toEqual([1]);
  await records.jobs.update(id, { textExpiresAt: new Date(Date.now() - 1000) });
  expect(await search("hour")).toEqual([]);
  const indexed = (): Promise<unknown> =>
    orm.em.fork().execute("select number from page_contents where job_id = ?", [id]);
  expect(await indexed()).toEqual([{ number: 1 }]);
  await database.transaction((inside) => inside.pages.forgetText(id));
  expect(await indexed()).toEqual([]);
});

test("a deleted document is not found, whether it was indexed before or not", async () => {
  const { id, search } = await stored("Deleted soon");
  const { records } = createRecordsOnly(orm);
  await records.jobs.update(id, { textRevision: 1 });
  await records.jobs.remove(id);
  await indexAll();
  expect(await search("deleted")).toEqual([]);
  expect(await orm.em.fork().execute("select from page_contents where job_id = ?", [id])).toEqual([]);
});
