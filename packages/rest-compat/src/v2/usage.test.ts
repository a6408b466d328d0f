import type { Caller, KeyLimits } from "@galley/core/domain";
import { aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { A_PDF, startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const UNUSED = {
  subscription_plan: "self-hosted",
  monthly_quota: -1,
  daily_quota: -1,
  today_page_count: 0,
  current_page_count: 0,
  overage_page_count: 0,
  current_page_count_native_text: 0,
  current_page_count_low_cost: 0,
  current_page_count_high_quality: 0,
  current_page_count_form: 0,
  current_page_count_table: 0,
  current_page_count_excel: 0,
  current_page_count_document_insights: 0,
};

/** The headers of a new key. */
async function newKey(limits?: Partial<KeyLimits>): Promise<Record<string, string>> {
  const { organizationId } = world.caller;
  const manager: Caller = {
    kind: "access_token",
    id: "token",
    organizationId,
    tier: "read_write",
    userId: null,
    role: "manager",
  };
  const { secret } = await world.application.keys.create(manager, { description: "", limits });
  return { "service-key": secret };
}

async function usageInfo(headers: Record<string, string>): Promise<unknown> {
  const answer = await world.get("/get-usage-info", {}, { headers });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Submits a document with the key and extracts it. */
async function read(
  headers: Record<string, string>,
  pages: number,
  query: Record<string, string>,
): Promise<void> {
  const { id } = await world.submitted(query, { headers });
  world.willRead(Array.from({ length: pages }, (_, index) => aPageRead(index + 1)));
  await world.application.jobs.run(id, new AbortController().signal);
}

test("a key that was not used has all thirteen counts, and no quotas", async () => {
  expect(await usageInfo(await newKey())).toEqual(UNUSED);
});

test("pages that are done count for their key, day, month and mode", async () => {
  const headers = await newKey({ pagesPerDay: 50, pagesPerMonth: 5 });
  await read(headers, 7, { mode: "table" });
  expect(await usageInfo(headers)).toEqual({
    ...UNUSED,
    monthly_quota: 5,
    daily_quota: 50,
    today_page_count: 7,
    current_page_count: 7,
    overage_page_count: 2,
    current_page_count_table: 7,
  });
});

test("pages under a tag are listed by mode, for the last 30 days", async () => {
  const headers = await newKey();
  await read(headers, 2, { mode: "table", tag: "ledger 7" });
  await read(headers, 3, { mode: "form", tag: "ledger 7" });
  await read(headers, 4, { mode: "form", tag: "other" });
  const today = new Date();
  const answer = await world.get("/usage", { tag: "ledger 7" });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    start_date: new Date(today.getTime() - 30 * 86_400_000).toISOString().slice(0, 10),
    end_date: today.toISOString().slice(0, 10),
    subscription_id: world.caller.organizationId,
    tag: "ledger 7",
    usage: [
      { service_type: "form", pages_processed: 3 },
      { service_type: "table", pages_processed: 2 },
    ],
  });
});

test("a tag that nobody used has no pages", async () => {
  const query = { tag: "nobody's", from_date: "2026-01-31", to_date: "2026-02-28" };
  expect(await (await world.get("/usage", query)).json()).toEqual({
    start_date: "2026-01-31",
    end_date: "2026-02-28",
    subscription_id: world.caller.organizationId,
    tag: "nobody's",
    usage: [],
  });
});

const WRONG_DATE = "Invalid date format. Valid date format YYYY-MM-DD";

test.each([
  ["", "please specify the tag while requesting usage info"],
  ["tag=", "please specify the tag while requesting usage info"],
  ["from_date=x", "please specify the tag while requesting usage info"],
  ["tag=a&from_date=01-02-2026", WRONG_DATE],
  ["tag=a&from_date=2026-02-30", WRONG_DATE],
  ["tag=a&to_date=2026-1-1", WRONG_DATE],
  ["tag=a&to_date=yesterday", WRONG_DATE],
])("usage?%s is refused with 400 in the documented words", async (query, message) => {
  const answer = await world.get("/usage", query);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message });
});

test("days in the wrong order are refused by the documented name", async () => {
  const answer = await world.get("/usage", "tag=a&from_date=2026-02-02&to_date=2026-02-01");
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    message: "from_date: expected a day on or before the last day",
  });
});

test("spent pages and too many requests are 429 with Retry-After in whole seconds", async () => {
  const spent = await newKey({ pagesPerDay: 1 });
  await read(spent, 1, {});
  const busy = await newKey({ requestsPerMinute: 1 });
  const answers = [await world.post({}, { headers: spent })];
  // A minute may end between two requests, but not twice among three.
  for (let count = 0; count < 3; count++) {
    answers.push(await world.get("/test-connection", {}, { headers: busy }));
  }
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused[0]).toBe(answers[0]);
  expect(refused.length).toBeGreaterThan(1);
  for (const answer of refused) {
    expect(answer.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
    expect(await answer.json()).toEqual({ message: expect.stringMatching(/^This key/) });
  }
});

test("a submission sent again under its Idempotency-Key gets the same answer", async () => {
  const headers = { ...(await newKey()), "idempotency-key": "7c1f-batch-1" };
  const first = await world.post({ mode: "table" }, { headers });
  const again = await world.post({ mode: "table", tag: "default" }, { headers });
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(await again.json()).toEqual(await first.json());

  const other = await world.post({ mode: "table" }, { headers, body: Buffer.concat([A_PDF, A_PDF]) });
  const otherwise = await world.post({ mode: "form" }, { headers });
  for (const answer of [other, otherwise]) {
    expect(answer.status).toBe(409);
    expect(await answer.json()).toEqual({ message: expect.stringMatching(/^Idempotency-Key: /) });
  }
});

test.each(["", "a b", "k".repeat(256)])("%j is no Idempotency-Key", async (key) => {
  const answer = await world.post({}, { headers: { ...(await newKey()), "idempotency-key": key } });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    message: "Idempotency-Key: expected 1 to 255 visible ASCII characters",
  });
});
