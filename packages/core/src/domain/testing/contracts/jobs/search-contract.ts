import { expect, test } from "vitest";
import { aJob, anOrganization, aPageFailed, aPageRead } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

/** What every `Database` promises of page contents for texts, searches and structure. */
export function searchRules(opened: Opened): void {
  textRules(opened);
  outlineRules(opened);
  addedStructureRules(opened);

  test("the structure of pages is read as it was stored, and is deleted with the text", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const { id, ...job } = aJob(organization.id);
    const structure = '{"version":1,"blocks":[],"note":"Größe \\u0000"}';
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      await records.jobs.insert({ id, ...job });
      await records.pages.insert(id, [aPageRead(3, { structure }), aPageFailed(2), aPageRead(1)]);
    });
    const { pages } = database.records;
    const stored = await pages.structures(id, { after: 0, limit: 10 });
    expect(stored).toMatchObject([
      { number: 1, ok: true, width: aPageRead(1).width },
      { number: 2, ok: false },
      { number: 3, ok: true, structure, lines: aPageRead(3).lines },
    ]);
    await database.transaction((records) => records.pages.forgetText(id));
    const left = await pages.structures(id, { after: 0, limit: 10 });
    expect(left.map((page) => page.ok && page.structure !== undefined)).toEqual([false, false, false]);
  });

  test("the text and the words of pages are read as they were stored", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const { id, ...job } = aJob(organization.id);
    const [first, last] = [aPageRead(1, { text: "Größe\n\nx" }), aPageRead(30, { textSource: "ocr" })];
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      await records.jobs.insert({ id, ...job });
      await records.pages.insert(id, [last, aPageFailed(2), first]);
    });
    const { pages } = database.records;
    expect(await pages.wordings(id)).toMatchObject([
      { number: 1, ok: true, text: first.text, textSource: "native" },
      { number: 2, ok: false },
      { number: 30, ok: true, text: last.text, textSource: "ocr" },
    ]);
    const words = await pages.words(id, [30, 1, 7]);
    expect(new Set(words.keys())).toEqual(new Set([1, 30]));
    expect(words.get(30)).toEqual(last.words);
    expect(await pages.words(id, [])).toEqual(new Map());
  });
}

function textRules(opened: Opened): void {
  test("for the text, only recognised pages have words", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const job = aJob(organization.id);
    const native = aPageRead(1, { textSource: "native" });
    const recognised = aPageRead(2, { textSource: "ocr" });
    const merged = aPageRead(3, {
      textSource: "native",
      recognisers: [{ engine: "tesseract", model: "eng", words: 1 }],
    });
    const pages = [native, recognised, merged, aPageFailed(4)];
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      await records.jobs.insert(job);
      await records.pages.insert(job.id, pages);
    });
    const listed = await database.records.pages.listForText(job.id, { after: 0, limit: 10 });
    const expected = [{ ...native, words: new Float64Array() }, ...pages.slice(1)];
    expect(listed.map(({ outcome }) => outcome)).toEqual(expected);
  });
}

function outlineRules(opened: Opened): void {
  test("the outlines of pages have no text, lines, words, rules and images", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const [first, second] = [aJob(organization.id), aJob(organization.id)];
    const [id, other] = [first.id, second.id];
    const rules = [{ x0: 0, y0: 10, x1: 100, y1: 10, thickness: 1 }];
    await database.transaction(async ({ organizations, jobs, pages }) => {
      await organizations.insert(organization);
      await jobs.insert(first);
      await jobs.insert(second);
      await pages.insert(id, [aPageRead(1, { text: "Total", rules }), aPageFailed(2), aPageRead(3)]);
      await pages.insert(other, [aPageRead(1), aPageRead(2)]);
    });
    const range = { after: 0, limit: 2 };
    const whole = await database.records.pages.listOfJobs([id, other], { ...range, detail: "whole" });
    const outlines = await database.records.pages.listOfJobs([id, other], { ...range, detail: "outline" });
    const nothing = { text: "", lines: new Float32Array(), words: new Float64Array(), rules: [], images: [] };
    const expected = whole.map(({ outcome, ...page }) => ({
      ...page,
      outcome: outcome.ok ? { ...outcome, ...nothing } : outcome,
    }));
    expect(outlines.toSorted((a, b) => a.sequence - b.sequence)).toEqual(
      expected.toSorted((a, b) => a.sequence - b.sequence),
    );
  });
}

function addedStructureRules(opened: Opened): void {
  test("the structure of pages that have none is added", async () => {
    const { database } = opened();
    const organization = anOrganization();
    const { id, ...job } = aJob(organization.id);
    await database.transaction(async (records) => {
      await records.organizations.insert(organization);
      await records.jobs.insert({ id, ...job });
      await records.pages.insert(id, [
        aPageRead(3),
        aPageFailed(2),
        aPageRead(1, { structure: "{}" }),
        aPageRead(4),
      ]);
    });
    const { pages } = database.records;
    expect(await pages.numbersWithoutStructure(id)).toEqual([3, 4]);
    const added = [1, 2, 3].map((number) => ({ number, structure: '{"note":"Größe \\u0000"}' }));
    await database.transaction((records) => records.pages.addStructures(id, added));
    expect(await pages.numbersWithoutStructure(id)).toEqual([4]);
    expect(await pages.structures(id, { after: 0, limit: 10 })).toMatchObject([
      { number: 1, structure: "{}" },
      { number: 2, ok: false },
      { number: 3, structure: '{"note":"Größe \\u0000"}' },
      { number: 4 },
    ]);
  });
}
