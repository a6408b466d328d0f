import { expect, test } from "vitest";
import type { Job } from "../../../jobs/job.ts";
import { nextTurn } from "../../../jobs/turn.ts";
import type { ApplicationDatabase } from "../../../application.ts";
import { aJob, anExtractionKey, anOrganization } from "../../records.ts";

/** What every `Database` promises of turns in the queue. */
export function turnRules(opened: () => { readonly database: ApplicationDatabase }): void {
  test("a credential that sends one document waits for one of each other, not for all of them", async () => {
    const { database } = opened();
    const [flood, next] = [await someoneNew(database), await someoneNew(database)];
    const many = await sent(database, flood, 5);
    const few = await sent(database, next, 2);
    const [first, second, third, fourth] = await inOrder(database, [...many, ...few]);
    expect([first, second, third, fourth]).toEqual([many[0], few[0], many[1], few[1]]);
    await untilNobodyWaits(database);
  });

  test("keys of one organization take turns as organizations do", async () => {
    const { database } = opened();
    const someone = await someoneNew(database);
    const key = anExtractionKey(someone.organizationId);
    await database.transaction(({ extractionKeys }) => extractionKeys.insert(key));
    const many = await sent(database, someone, 5);
    const [one] = await sent(database, { ...someone, keyId: key.id }, 1);
    expect((await inOrder(database, [...many, one ?? ""])).indexOf(one ?? "")).toBe(1);
    await untilNobodyWaits(database);
  });

  test("documents of high priority are taken twice, those of low priority a quarter as often", async () => {
    const { database } = opened();
    const [someone, other] = [await someoneNew(database), await someoneNew(database)];
    const normal = await sent(database, someone, 20);
    const high = await sent(database, { ...other, priority: "high" }, 20);
    const low = await sent(database, { ...other, priority: "low" }, 20);
    const taken = (await inOrder(database, [...normal, ...high, ...low])).slice(0, 26);
    const counts = [normal, high, low].map((all) => taken.filter((id) => all.includes(id)).length);
    expect(counts).toEqual([8, 16, 2]);
    await untilNobodyWaits(database);
  });

  shareOfFew(opened);

  test("what one sends keeps its order, and begins behind what is about to be read", async () => {
    const { database } = opened();
    const [someone, late] = [await someoneNew(database), await someoneNew(database)];
    const early = await sent(database, someone, 4);
    await begin(database, early.slice(0, 3));
    const [last] = await sent(database, someone, 1);
    const [newcomer] = await sent(database, late, 1);
    expect(await inOrder(database, [early[3] ?? "", last ?? "", newcomer ?? ""])).toEqual([
      early[3],
      newcomer,
      last,
    ]);
    await untilNobodyWaits(database);
  });

  test("a job that does not wait has no place", async () => {
    const { database } = opened();
    const [id] = await sent(database, await someoneNew(database), 1);
    expect(await database.records.jobs.countAhead([id ?? ""])).toEqual(new Map([[id, 0]]));
    await untilNobodyWaits(database);
    expect(await database.records.jobs.countAhead([id ?? ""])).toEqual(new Map());
    expect(await database.records.jobs.countAhead([])).toEqual(new Map());
  });
}

function shareOfFew(opened: () => { readonly database: ApplicationDatabase }): void {
  test("where many wait, one who sends a few is taken three times as often as one who has sent many", async () => {
    const { database } = opened();
    const [flood, next] = [await someoneNew(database), await someoneNew(database)];
    const many = await sent(database, flood, 60);
    const few = await sent(database, next, 30);
    const order = await inOrder(database, [...many, ...few]);
    const ofMany = (count: number): number => order.slice(0, count).filter((id) => many.includes(id)).length;
    expect([ofMany(8), ofMany(32)]).toEqual([2, 8]);
    // Above a limit, a caller with many documents is no longer favoured.
    expect(ofMany(44)).toBe(14);
    await untilNobodyWaits(database);
  });
}

const waiting = new Set<string>();

type Someone = Pick<Job, "organizationId" | "keyId" | "priority">;

async function someoneNew(database: ApplicationDatabase): Promise<Someone> {
  const organization = anOrganization();
  await database.transaction(({ organizations }) => organizations.insert(organization));
  return { organizationId: organization.id, keyId: null, priority: "normal" };
}

/** Submits new jobs, each with its turn, and returns their ids. */
async function sent(
  database: ApplicationDatabase,
  someone: Someone,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    await database.transaction(async ({ jobs }) => {
      const turn = await nextTurn(jobs, someone);
      const submittedAt = new Date(Date.UTC(2026, 0, 1) + waiting.size);
      const job = aJob(someone.organizationId, { ...someone, turn, submittedAt });
      await jobs.insert(job);
      ids.push(job.id);
      waiting.add(job.id);
    });
  }
  return ids;
}

async function inOrder(database: ApplicationDatabase, ids: readonly string[]): Promise<readonly string[]> {
  const ahead = await database.records.jobs.countAhead(ids);
  return ids.toSorted((a, b) => (ahead.get(a) ?? 0) - (ahead.get(b) ?? 0));
}

async function begin(database: ApplicationDatabase, ids: readonly string[]): Promise<void> {
  for (const id of ids) await database.transaction(({ jobs }) => jobs.update(id, { turn: null }));
}

async function untilNobodyWaits(database: ApplicationDatabase): Promise<void> {
  await begin(database, [...waiting]);
  waiting.clear();
}
