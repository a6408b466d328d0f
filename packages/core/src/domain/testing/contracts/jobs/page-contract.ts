import { expect, test } from "vitest";
import { type Opened, storedJob } from "../stored-records.ts";
import { aPageFailed, aPageRead } from "../../records.ts";

/** What every `Database` promises of pages. */
export function pageRules(opened: Opened): void {
  test.each(["insert", "insertNew"] as const)("a page is read as it was stored by %s", async (insert) => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const outcomes = [aPageRead(1), aPageFailed(2)];
    await database.transaction<unknown>((records) => records.pages[insert](id, outcomes));
    const { pages } = database.records;
    expect((await pages.find(id, 1))?.outcome).toEqual(outcomes[0]);
    expect((await pages.find(id, 2))?.outcome).toEqual(outcomes[1]);
    expect(await pages.find(id, 3)).toBeUndefined();
  });

  test("a page that is there stays as it is, and only new ones are counted", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const insert = (numbers: readonly number[], text: string): Promise<number> =>
      database.transaction(({ pages }) =>
        pages.insert(
          id,
          numbers.map((number) => aPageRead(number, { text })),
        ),
      );
    expect(await insert([1, 2], "first")).toBe(2);
    expect(await insert([2, 3, 3], "second")).toBe(1);
    const stored = await database.records.pages.list(id, { after: 0, limit: 10 });
    expect(stored.map(({ outcome }) => outcome)).toMatchObject([
      { number: 1, text: "first" },
      { number: 2, text: "first" },
      { number: 3, text: "second" },
    ]);
  });

  test("pages are listed by number and by the order in which they were stored", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    for (const number of [5, 1, 3]) {
      await database.transaction(({ pages }) => pages.insert(id, [aPageRead(number)]));
    }
    const { pages } = database.records;
    expect(await pages.numbers(id)).toEqual([1, 3, 5]);
    const byNumber = await pages.list(id, { after: 1, limit: 1 });
    expect(byNumber.map(({ outcome }) => outcome.number)).toEqual([3]);
    const stored = await pages.listSince(id, { after: 0, limit: 10 });
    expect(stored.map(({ outcome }) => outcome.number)).toEqual([5, 1, 3]);
    const later = await pages.listSince(id, { after: stored[0]?.sequence ?? 0, limit: 10 });
    expect(later).toEqual(stored.slice(1));
  });
}

/** What every `Database` promises of parts of pages. */
export function pagePartRules(opened: Opened): void {
  test("pages are summed up by number", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const failed = aPageFailed(7, { message: "The page is damaged.", seconds: 1.125 });
    const read = aPageRead(2, { message: "An image was left out." });
    await database.transaction(({ pages }) => pages.insert(id, [failed, read]));
    expect(await database.records.pages.summaries(id)).toEqual([
      { number: 2, ok: true, message: "An image was left out.", seconds: 0.25 },
      { number: 7, ok: false, message: "The page is damaged.", seconds: 1.125 },
    ]);
    expect(await database.records.pages.failures(id)).toEqual([
      { number: 7, message: "The page is damaged." },
    ]);
  });

  test("the lines of pages are read as they were stored", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const [first, last] = [aPageRead(1, { height: 841.89 }), aPageRead(3, { lines: new Float32Array() })];
    await database.transaction(({ pages }) => pages.insert(id, [last, aPageFailed(2), first]));
    await database.transaction(({ pages }) => pages.forgetText(id));
    expect(await database.records.pages.lines(id)).toMatchObject([
      { number: 1, ok: true, height: 841.89, lines: first.lines },
      { number: 2, ok: false },
      { number: 3, ok: true, height: 792, lines: last.lines },
    ]);
  });
}

/** What every `Database` promises of pages of several jobs. */
export function pagesOfJobsRules(opened: Opened): void {
  test("of several jobs each gives its own part of the pages", async () => {
    const { database } = opened();
    const [one, other, without] = await Promise.all([1, 2, 3].map(() => storedJob(database)));
    const ids = [one, other, without].map((job) => job?.id ?? "");
    await database.transaction(async ({ pages }) => {
      await pages.insert(
        ids[0] ?? "",
        [1, 2, 3, 4].map((number) => aPageRead(number)),
      );
      await pages.insert(
        ids[1] ?? "",
        [1, 7, 9].map((number) => aPageRead(number)),
      );
    });
    const listed = await database.records.pages.listOfJobs(ids, { after: 1, limit: 2, detail: "whole" });
    const places = listed.map(({ jobId, outcome }) => [ids.indexOf(jobId), outcome.number]);
    expect(places.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [0, 2],
      [0, 3],
      [1, 7],
      [1, 9],
    ]);
    expect(await database.records.pages.listOfJobs([], { after: 0, limit: 2, detail: "whole" })).toEqual([]);
  });
}

/** What every `Database` promises of the texts of pages. */
export function pageTextRules(opened: Opened): void {
  test("forgetting the text keeps line ends, geometry and messages", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const read = aPageRead(1, { text: "Größe\n\nx y\n", message: "An image was left out." });
    const failed = aPageFailed(2);
    const other = await storedJob(database);
    await database.transaction(async ({ pages }) => {
      await pages.insert(id, [read, failed]);
      await pages.insert(other.id, [read]);
    });
    await database.transaction(({ pages }) => pages.forgetText(id));
    const stored = await database.records.pages.list(id, { after: 0, limit: 10 });
    expect(stored.map(({ outcome }) => outcome)).toEqual([
      { ...read, text: "\n\n\n", words: new Float64Array(), fields: [], checkMarks: [] },
      failed,
    ]);
    expect((await database.records.pages.find(other.id, 1))?.outcome).toEqual(read);
  });

  test("odd characters neither fail nor move what follows them", async () => {
    const { database } = opened();
    const job = await storedJob(database, { tag: "a\0b", statusMessage: "\uD800" });
    const [field] = aPageRead(1).fields;
    const odd = aPageRead(1, {
      text: "a\0b \uDFFF\n\u{1F600}\\u0000",
      fields: field ? [{ ...field, value: "\0\uD83D" }] : [],
    });
    await database.transaction(({ pages }) => pages.insert(job.id, [odd]));
    const outcome = (await database.records.pages.find(job.id, 1))?.outcome;
    expect(outcome).toMatchObject({ ok: true, number: 1, words: odd.words });
    const text = outcome?.ok ? outcome.text : "";
    expect(text).toHaveLength(odd.text.length);
    expect(text.slice(-8)).toBe(odd.text.slice(-8));
  });

  test("a large document is stored and read in parts", async () => {
    const { database } = opened();
    const { id } = await storedJob(database);
    const outcomes = Array.from({ length: 1200 }, (_, index) => aPageRead(index + 1));
    expect(await database.transaction(({ pages }) => pages.insert(id, outcomes))).toBe(1200);
    const { pages } = database.records;
    expect(await pages.numbers(id)).toHaveLength(1200);
    const last = await pages.list(id, { after: 1150, limit: 200 });
    expect(last.map(({ outcome }) => outcome)).toEqual(outcomes.slice(1150));
  });
}
