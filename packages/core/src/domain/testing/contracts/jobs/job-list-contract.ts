import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { Correction } from "../../../jobs/corrections/correction.ts";
import type { Job } from "../../../jobs/job.ts";
import { nameKeyOf, type JobFilter, type JobOrder } from "../../../jobs/job-list.ts";
import { aDelivery, aFile, aJob, anOrganization, aPageRead } from "../../records.ts";
import type { Opened } from "../stored-records.ts";

/** Jobs of a new organization, with these names and tags, submitted a second apart. */
async function storedJobs(
  { database }: ReturnType<Opened>,
  facts: readonly (Partial<Job> & { readonly name: string })[],
): Promise<readonly Job[]> {
  const organization = anOrganization();
  const jobs = facts.map(({ name, ...others }, index) =>
    aJob(organization.id, {
      file: { ...aFile(), name },
      submittedAt: new Date(1000 * (index + 1)),
      ...others,
    }),
  );
  await database.transaction(async (records) => {
    await records.organizations.insert(organization);
    for (const job of jobs) await records.jobs.insert(job);
  });
  return jobs;
}

/** What every `Database` promises of lists of jobs, their removal and their corrections. */
export function jobListRules(opened: Opened): void {
  filterRules(opened);
  orderRules(opened);
  removalRules(opened);
  correctionRules(opened);
}

function filterRules(opened: Opened): void {
  const namesOf = async (organizationId: string, filter: Partial<JobFilter>): Promise<readonly string[]> => {
    const { jobs } = opened().database.records;
    const query = { organizationId, statuses: [], ...filter };
    const found = await jobs.list({ ...query, limit: 100 });
    expect(await jobs.count(query)).toBe(found.length);
    return found.map(({ file }) => file?.name ?? "");
  };

  test("jobs are found by a part of their name or tag, whatever its case, and literally", async () => {
    const [job] = await storedJobs(opened(), [
      { name: "Größe 100%.pdf", tag: "plans" },
      { name: "invoice_4711.pdf", tag: "Ledger" },
      { name: "INVOICE-4712.pdf", tag: "ledger" },
    ]);
    const { organizationId = "" } = job ?? {};
    expect(await namesOf(organizationId, { search: "invoice" })).toEqual([
      "INVOICE-4712.pdf",
      "invoice_4711.pdf",
    ]);
    expect(await namesOf(organizationId, { search: "E_4" })).toEqual(["invoice_4711.pdf"]);
    expect(await namesOf(organizationId, { search: "GRÖSSE" })).toEqual([]);
    expect(await namesOf(organizationId, { search: "GRÖßE 100%" })).toEqual(["Größe 100%.pdf"]);
    expect(await namesOf(organizationId, { search: "LEDGER", tag: "ledger" })).toEqual(["INVOICE-4712.pdf"]);
    expect(await namesOf(organizationId, { search: "\\" })).toEqual([]);
    expect(await namesOf(organizationId, { from: new Date(2000), to: new Date(3000) })).toEqual([
      "invoice_4711.pdf",
    ]);
    expect(await namesOf(randomUUID(), { search: "invoice" })).toEqual([]);
  });

  test("the name of a fetched document is found", async () => {
    const [job] = await storedJobs(opened(), [
      { name: "", file: null, source: { url: "https://a.example", name: "Source.pdf" } },
    ]);
    const { id = "", organizationId = "" } = job ?? {};
    const { database } = opened();
    const named = { organizationId, statuses: [], search: "source" } as const;
    expect(await database.records.jobs.count(named)).toBe(1);
    await database.transaction(({ jobs }) => jobs.update(id, { file: { ...aFile(), name: "Fetched.pdf" } }));
    expect(await database.records.jobs.count(named)).toBe(0);
    expect(await database.records.jobs.count({ ...named, search: "fetched" })).toBe(1);
  });
}

function orderRules(opened: Opened): void {
  test.each<[JobOrder, string[]]>([
    [{ by: "name", direction: "ascending" }, ["Alpha", "alpha", "beta", "Émile", ""]],
    [{ by: "name", direction: "descending" }, ["", "Émile", "beta", "alpha", "Alpha"]],
    [{ by: "submitted_at", direction: "ascending" }, ["beta", "Alpha", "alpha", "Émile", ""]],
  ])("jobs are listed by %j in parts that join", async (order, expected) => {
    const ids = Array.from({ length: 5 }, () => randomUUID()).toSorted();
    const id = (index: number): { readonly id: string } => ({ id: ids[index] ?? "" });
    const [first] = await storedJobs(opened(), [
      { name: "beta", ...id(0) },
      { name: "Alpha", ...id(1) },
      { name: "alpha", ...id(2) },
      { name: "Émile", ...id(3) },
      { name: "", ...id(4) },
    ]);
    const { jobs } = opened().database.records;
    const listed: Job[] = [];
    for (let part: readonly Job[] = [aJob("")]; part.length > 0; listed.push(...part)) {
      const last = listed.at(-1);
      const after = last && { ...last, nameKey: nameKeyOf(last) };
      const { organizationId = "" } = first ?? {};
      part = await jobs.list({ organizationId, statuses: [], order, after, limit: 2 });
    }
    const sorted = order.by === "name" ? moveEmpty(expected, order.direction) : expected;
    expect(listed.map(({ file }) => file?.name)).toEqual(sorted);
  });
}

/** The empty name sorts before all others. */
function moveEmpty(names: readonly string[], direction: JobOrder["direction"]): string[] {
  const others = names.filter((name) => name !== "");
  return direction === "ascending" ? ["", ...others] : [...others, ""];
}

function correctionRules(opened: Opened): void {
  test("corrections are replaced, listed by page and word, and removed", async () => {
    const { database } = opened();
    const [job, other] = await storedJobs(opened(), [{ name: "a" }, { name: "b" }]);
    if (!job || !other) throw new Error("No job was stored.");
    const correction = (facts: Partial<Correction>): Correction => ({
      organizationId: job.organizationId,
      jobId: job.id,
      page: 1,
      word: 0,
      original: "lnvoice",
      text: "Invoice",
      authorId: null,
      correctedAt: new Date(1000),
      ...facts,
    });
    const [first, second, third] = [correction({}), correction({ word: 2 }), correction({ page: 2 })];
    const elsewhere = correction({ jobId: other.id });
    await database.transaction(async ({ corrections }) => {
      for (const one of [third, second, { ...first, text: "x" }, elsewhere, first])
        await corrections.put(one);
    });
    const { corrections } = database.records;
    expect(await corrections.list(job.id, { offset: 0, limit: 10 })).toEqual([first, second, third]);
    expect(await corrections.list(job.id, { offset: 1, limit: 1 })).toEqual([second]);
    expect(await corrections.count(job.id)).toBe(3);
    const pages = [first, elsewhere].map(({ jobId, page }) => ({ jobId, page }));
    expect(new Set(await corrections.listOfPages(pages))).toEqual(new Set([first, second, elsewhere]));
    expect(await corrections.listOfPages([])).toEqual([]);
    await database.transaction((records) => records.corrections.remove(first));
    expect(await corrections.find(first)).toBeUndefined();
    await database.transaction((records) => records.corrections.removeOfJob(job.id));
    expect(await corrections.count(job.id)).toBe(0);
    expect(await corrections.find(elsewhere)).toEqual(elsewhere);
  });
}

function removalRules(opened: Opened): void {
  test("a removed job takes its pages and deliveries with it", async () => {
    const { database } = opened();
    const [job, other] = await storedJobs(opened(), [{ name: "a" }, { name: "b" }]);
    if (!job || !other) throw new Error("No job was stored.");
    await database.transaction(async ({ pages, deliveries }) => {
      await pages.insert(job.id, [aPageRead(1)]);
      await pages.insert(other.id, [aPageRead(1)]);
      await deliveries.insert(aDelivery(job));
    });
    await database.transaction(({ jobs }) => jobs.remove(job.id));
    const { jobs, pages, deliveries } = database.records;
    expect(await jobs.find(job.id)).toBeUndefined();
    expect(await pages.numbers(job.id)).toEqual([]);
    expect(await deliveries.listOfJobs([job.id])).toEqual([]);
    expect(await pages.numbers(other.id)).toEqual([1]);
  });

  test("the jobs that hold a document are locked and named", async () => {
    const { database } = opened();
    const file = aFile();
    const [first, second] = await storedJobs(opened(), [
      { name: "a", file },
      { name: "b", file },
      { name: "c", file, documentRemovedAt: new Date() },
    ]);
    const held = await database.transaction(({ jobs }) => jobs.lockHolding(file.objectKey));
    expect(new Set(held)).toEqual(new Set([first?.id, second?.id]));
  });
}
