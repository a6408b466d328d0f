import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { aPageFailed, aPageRead } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY, STRANGERS_KEY } from "../testing/memory-application.ts";
import { A_PDF, startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

type Body = NonNullable<RequestInit["body"]>;
type Query = Readonly<Record<string, string>>;

const MODES = { processing_mode: "text", output_mode: "line-printer" } as const;

function call(
  method: string,
  path: string,
  facts: { query?: Query; body?: Body; key?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const query = new URLSearchParams(facts.query).toString();
  const init: RequestInit = { method, headers: { "service-key": facts.key ?? KEY, ...facts.headers } };
  return fetch(
    `${world.url}/v1${path}?${query}`,
    facts.body === undefined ? init : { ...init, body: facts.body },
  );
}

const whisper = (query: Query = {}, body: Body = A_PDF): Promise<Response> =>
  call("POST", "/whisper", { query: { ...MODES, ...query }, body });

async function member(answer: Response, name: string): Promise<unknown> {
  const json: unknown = await answer.json();
  return Reflect.get(Object(json), name);
}

/** The hash of a document that has not been read. */
async function waiting(query: Query = {}): Promise<string> {
  return String(await member(await whisper({ timeout: "0", ...query }), "whisper-hash"));
}

async function work(hash: string): Promise<void> {
  const { id } = await world.application.jobs.find(world.caller, { handle: hash });
  await world.application.jobs.run(id, new AbortController().signal);
}

/** The hash of a document that was read, with these pages. */
async function read(query: Query = {}, pages = [aPageRead(1)]): Promise<string> {
  world.willRead(pages);
  const hash = await waiting(query);
  await work(hash);
  return hash;
}

const status = async (hash: string, key = KEY): Promise<unknown> =>
  member(await call("GET", "/whisper-status", { query: { "whisper-hash": hash }, key }), "status");
const retrieve = (hash: string, query: Query = {}): Promise<Response> =>
  call("GET", "/whisper-retrieve", { query: { "whisper-hash": hash, ...query } });
const search = (hash: string, term: string): Promise<Response> =>
  call("POST", "/highlight-data", { query: { "whisper-hash": hash }, body: term });

/** Extracts every document submitted from now on, once, as soon as it arrives. */
async function readNext(): Promise<void> {
  const known = new Set((await jobs()).map(({ id }) => id));
  for (;;) {
    const next = (await jobs()).find(({ id }) => !known.has(id));
    if (next) return work(next.handle);
    await sleep(5);
  }
}

async function jobs(): Promise<readonly { id: string; handle: string }[]> {
  return (await world.application.jobs.list(world.caller, { statuses: [], limit: 1000 })).jobs;
}

test("the text is the answer, with the hash in a header, and handed out by it", async () => {
  world.willRead([aPageRead(1)]);
  const [answer] = await Promise.all([whisper(), readNext()]);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await answer.text()).toBe("\n\nInvoice  42 \n\nTotal \n<<<\n\f\n");
  const hash = answer.headers.get("whisper-hash") ?? "";
  expect(await status(hash)).toBe("delivered");
  const again = await retrieve(hash);
  expect([again.status, await member(again, "message")]).toEqual([400, "Whisper already delivered"]);
});

test("a submission that is sent again with its Idempotency-Key gets the same answer", async () => {
  world.willRead([aPageRead(1)]);
  const submitted = (): Promise<Response> =>
    call("POST", "/whisper", { query: MODES, body: A_PDF, headers: { "idempotency-key": "once" } });
  const [answer] = await Promise.all([submitted(), readNext()]);
  const repeated = await submitted();
  expect([answer.status, repeated.status]).toEqual([200, 200]);
  expect(await repeated.text()).toBe(await answer.text());
  expect(repeated.headers.get("whisper-hash")).toBe(answer.headers.get("whisper-hash"));
});

test("output_json puts the text into an object, in both calls that hand it out", async () => {
  world.willRead([aPageRead(1)]);
  const [answer] = await Promise.all([whisper({ output_json: "True", output_mode: "text" }), readNext()]);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await answer.json()).toEqual({ text: "Invoice  42\n\nTotal\n\n\n\n<<<\n" });
  const retrieved = await retrieve(await read({ output_mode: "dump-text" }), { output_json: "true" });
  expect(await retrieved.json()).toEqual({ text: "Invoice  42\n\nTotal\n\n\n\n<<<\n" });
});

test.each<[Query, Query, string]>([
  [{ output_json: "true" }, {}, "application/json"],
  [{ output_json: "true" }, { output_json: "false" }, "text/plain; charset=utf-8"],
  [{}, {}, "text/plain; charset=utf-8"],
])("a text submitted with %j and retrieved with %j comes as %s", async (submitted, retrieved, type) => {
  expect((await retrieve(await read(submitted), retrieved)).headers.get("content-type")).toBe(type);
});

test("an asynchronous submission that is sent again with its Idempotency-Key stands for the same job", async () => {
  world.willRead([aPageRead(1)]);
  const headers = { "idempotency-key": "later" };
  const submitted = (): Promise<Response> =>
    call("POST", "/whisper", { query: { ...MODES, timeout: "0" }, body: A_PDF, headers });
  const first = await (await submitted()).json();
  expect(await (await submitted()).json()).toEqual(first);
  const hash = String(Reflect.get(Object(first), "whisper-hash"));
  await work(hash);
  expect((await retrieve(hash)).status).toBe(200);
  const afterwards = await submitted();
  expect([afterwards.status, await afterwards.json()]).toEqual([202, first]);
  expect(await member(await retrieve(hash), "message")).toBe("Whisper already delivered");
});

test("timeout=0 answers at once, and the text is fetched later, once", async () => {
  world.willRead([aPageRead(1)]);
  const answer = await whisper({ timeout: "0" });
  expect(answer.status).toBe(202);
  const json = await answer.json();
  expect(json).toEqual({
    message: expect.any(String),
    status: "processing",
    "whisper-hash": expect.stringMatching(/^[0-9a-f]{8}\|[0-9a-f]{32}$/),
  });
  const hash = String(Reflect.get(Object(json), "whisper-hash"));
  expect(await status(hash)).toBe("processing");
  const early = await retrieve(hash);
  expect([early.status, await member(early, "message")]).toEqual([400, "Whisper not ready"]);
  await work(hash);
  expect(await status(hash)).toBe("processed");
  const retrieved = await retrieve(hash);
  expect(retrieved.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await retrieved.text()).toContain("Invoice  42");
  expect(await status(hash)).toBe("delivered");
});

test("a document that takes longer than the timeout is answered with 202", async () => {
  expect((await whisper({ timeout: "1" })).status).toBe(202);
});

test("a timeout above all that is exact is as the longest wait", async () => {
  world.willRead([aPageRead(1)]);
  const before = (await jobs()).length;
  const answer = whisper({ timeout: `${2 ** 53 + 2}` });
  while ((await jobs()).length === before) await sleep(5);
  await work((await jobs())[0]?.handle ?? "");
  expect((await answer).status).toBe(200);
});

test("who hangs up finds the text later", async () => {
  world.willRead([aPageRead(1)]);
  const before = (await jobs()).length;
  const outgoing = request(`${world.url}/v1/whisper?${new URLSearchParams(MODES).toString()}`, {
    method: "POST",
    headers: { "service-key": KEY },
  });
  outgoing.on("error", () => {}).end(A_PDF);
  while ((await jobs()).length === before) await sleep(5);
  outgoing.destroy();
  await sleep(50);
  const hash = (await jobs())[0]?.handle ?? "";
  await work(hash);
  expect(await status(hash)).toBe("processed");
  expect((await retrieve(hash)).status).toBe(200);
  expect(world.faults).toEqual([]);
});

test("a document that cannot be read is answered with 400 and says why, in every call", async () => {
  world.willRead([aPageFailed(1, { message: "It is damaged." })]);
  const [answer] = await Promise.all([whisper(), readNext()]);
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(await member(answer, "message")).toContain("It is damaged.");
  const hash = answer.headers.get("whisper-hash") ?? "";
  expect(await status(hash)).toBe("processed");
  expect(await member(await retrieve(hash), "message")).toContain("It is damaged.");
});

test("a text is kept for an hour", async () => {
  const hash = await read();
  const { settledAt, textExpiresAt } = await world.application.jobs.find(world.caller, { handle: hash });
  expect((textExpiresAt?.getTime() ?? 0) - (settledAt?.getTime() ?? 0)).toBe(3_600_000);
});

test.each<[Query, Query]>([
  [
    { processing_mode: "text" },
    { mode: "high_quality", recognition: "empty_pages", outputMode: "layout_preserving" },
  ],
  [
    { processing_mode: "text", ocr_provider: "simple" },
    { mode: "low_cost", recognition: "empty_pages" },
  ],
  [{ processing_mode: "text", force_text_processing: "True" }, { mode: "native_text" }],
  [{ processing_mode: "ocr" }, { mode: "form", recognition: "every_page" }],
  [{ processing_mode: "ocr", ocr_provider: "simple" }, { mode: "low_cost" }],
  [{ processing_mode: "ocr", ocr_provider: "advanced" }, { mode: "form" }],
  [{ processing_mode: "ocr", force_text_processing: "True" }, { mode: "native_text" }],
  [{ output_mode: "text" }, { outputMode: "text", textOrder: "unprocessed" }],
  [{ text_order: "reading_order" }, { textOrder: "reading_order" }],
  [{ page_seperator: "<<< >>>" }, { pageSeparator: "<<< >>>" }],
  [{ pages_to_extract: "1-2" }, { pages: "1-2" }],
  [{ url: "", mode: "table", add_line_nos: "True", lang: "" }, { mode: "high_quality" }],
])("%j is read as %j", async (query, options) => {
  const { options: kept } = await world.application.jobs.find(world.caller, { handle: await waiting(query) });
  expect(kept).toMatchObject(options);
});

test("filters against noise are those of the simple recognition", async () => {
  const query = { processing_mode: "ocr", median_filter_size: "3", gaussian_blur_radius: "1" };
  const { options } = await world.application.jobs.find(world.caller, { handle: await waiting(query) });
  expect(options).toMatchObject({ mode: "low_cost", medianFilterSize: 3, gaussianBlurRadius: 1 });
});

test.each<[Query, RegExp]>([
  [{ processing_mode: "" }, /^processing_mode: .*ocr.*text/],
  [{ processing_mode: "form" }, /^processing_mode: /],
  [{ output_mode: "" }, /^output_mode: .*line-printer.*text/],
  [{ output_mode: "layout_preserving" }, /^output_mode: /],
  [{ timeout: "-1" }, /^timeout: /],
  [{ timeout: "soon" }, /^timeout: .*number/],
  [{ ocr_provider: "best" }, /^ocr_provider: .*simple.*advanced/],
  [{ store_metadata_for_highlighting: "perhaps" }, /^store_metadata_for_highlighting: /],
])("%j is refused with 400 and says why", async (query, message) => {
  const answer = await whisper(query);
  expect(answer.status).toBe(400);
  expect(await member(answer, "message")).toMatch(message);
});

test("a timeout above 200 seconds is no mistake", async () => {
  world.willRead([aPageRead(1)]);
  const [answer] = await Promise.all([whisper({ timeout: "100000" }), readNext()]);
  expect(answer.status).toBe(200);
});

test("an unknown hash is a status of its own, and so is a stranger's", async () => {
  expect(await status("00000000|unknown")).toBe("unknown");
  expect(await status(await waiting(), STRANGERS_KEY)).toBe("unknown");
  const unknown = await retrieve("00000000|unknown");
  expect([unknown.status, await member(unknown, "message")]).toEqual([400, "Whisper not found"]);
});

test("get-usage-info has exactly the six documented members", async () => {
  const answer = await call("GET", "/get-usage-info");
  expect(Object.keys(Object(await answer.json())).toSorted()).toEqual([
    "current_page_count",
    "daily_quota",
    "monthly_quota",
    "overage_page_count",
    "subscription_plan",
    "today_page_count",
  ]);
});

test("test-connection is 200 for a good key, and every call needs one", async () => {
  expect((await call("GET", "/test-connection")).status).toBe(200);
  for (const path of ["/test-connection", "/whisper-status", "/get-usage-info"]) {
    expect((await call("GET", path, { key: "wrong" })).status).toBe(401);
  }
});

test("what is not there is refused in JSON", async () => {
  const answer = await call("GET", "/nothing");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "application/json"]);
});

const STORED = { store_metadata_for_highlighting: "true" } as const;

test("the places of a term are given after the text was handed out, in points where it is native", async () => {
  const hash = await read(STORED);
  const text = await (await retrieve(hash)).text();
  const answer = await search(hash, "INVOICE 43");
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    highlight_data: [
      {
        text: "Invoice  42",
        page: 0,
        pos: text.indexOf("Invoice"),
        left: 72,
        top: 74,
        width: 68,
        height: 10.5,
        distance: 1,
        location_type: "points",
      },
    ],
  });
});

test("places on scanned pages are given in inches", async () => {
  const hash = await read(STORED, [aPageRead(1, { textSource: "ocr" })]);
  expect(await member(await search(hash, "Invoice"), "highlight_data")).toMatchObject([
    { left: 1, top: 1.0278, location_type: "inches" },
  ]);
});

test("a term that is not there has no places", async () => {
  expect(await member(await search(await read(STORED), "elephant"), "highlight_data")).toEqual([]);
});

test("without stored metadata a search is refused in documented words", async () => {
  for (const hash of [await read(), await waiting(STORED), "00000000|unknown"]) {
    const answer = await search(hash, "Invoice");
    expect(answer.status).toBe(400);
    expect(await member(answer, "message")).toMatch(/no metadata was found/i);
  }
});

test.each([
  ["", /^search term: .*white space/],
  ["x".repeat(1001), /1000 characters/],
  ["x".repeat(1_000_000), /1000 characters/],
])("a term that cannot be searched for is refused", async (term, message) => {
  const answer = await search(await read(STORED), term);
  expect(answer.status).toBe(400);
  expect(await member(answer, "message")).toMatch(message);
});

test("messages about pages come as a header with the text", async () => {
  const pages = [aPageRead(1), { ...aPageRead(2), message: "No words were recognised – on this page." }];
  const answer = await retrieve(await read({}, pages));
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.headers.get("page-messages") ?? "")).toEqual([
    { page: 2, message: "No words were recognised – on this page." },
  ]);
  expect((await retrieve(await read())).headers.has("page-messages")).toBe(false);
});
