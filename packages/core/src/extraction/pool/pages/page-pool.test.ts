import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseExtractOptions } from "../../options/extract-options.ts";
import type { StorableOutcome } from "../../result/storable-outcome.ts";
import type { StorableEvent } from "../../extractor/extractor-over.ts";
import { PagePool } from "./page-pool.ts";
import { FAULTY_ENGINE, faultyDocument, textPages } from "../testing/faulty-document.ts";

const OPTIONS = parseExtractOptions({});
const LIMITS = { threads: 2, pageTimeoutSeconds: 60, maxPages: 100_000, tessdata: [], engine: FAULTY_ENGINE };

/** The pages that may wait for the consumer, and those of the task that opens the document. */
const MOST_AHEAD = 256 + 64;
/** The same for pages of a megabyte. */
const MOST_MEGABYTES_AHEAD = 32 + 64;

/** An engine that appends a byte to a file whenever a document has been read. */
function markingEngine(file: string): string {
  return `import { appendFileSync } from "node:fs";
import { openDocument as open } from ${JSON.stringify(FAULTY_ENGINE.href)};
export const openDocument = async (...call) => ({
  ...(await open(...call)),
  [Symbol.asyncDispose]: async () => appendFileSync(${JSON.stringify(file)}, "x"),
});
`;
}

/** A table whose conversion takes many seconds. */
const SLOW_TABLE = new TextEncoder().encode(`name,amount\n${"a,1\n".repeat(300_000)}`);

let pool: PagePool;
beforeAll(() => {
  pool = new PagePool(LIMITS);
});
afterAll(() => pool[Symbol.asyncDispose]());

test("the first thread warms up without a task", async () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-pool-"));
  const marks = join(folder, "warm-ups");
  const engine = join(folder, "engine.mjs");
  writeFileSync(engine, markingEngine(marks));
  writeFileSync(marks, "");
  await using _ = new PagePool({ ...LIMITS, engine: pathToFileURL(engine) });
  await expect.poll(() => statSync(marks).size, { timeout: 20_000 }).toBe(1);
  rmSync(folder, { recursive: true });
});

describe("pages", () => {
  test("are each read once, whatever the number of chunks", async () => {
    const pages = await pagesOf(pool, textPages(500));
    expect(pages.map((page) => page.number)).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    expect(pages.every((page) => page.ok && page.text.trim() === `page${page.number}`)).toBe(true);
  });

  test("of a document for which there was no memory left are read in a second attempt", async () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-pool-"));
    const pages = await pagesOf(pool, [`open unmapped ${join(folder, "attempts")}`, "second"]);
    expect(pages.map(({ ok }) => ok)).toEqual([true, true]);
    rmSync(folder, { recursive: true });
  });

  test("come after an event that tells which they are", async () => {
    const events = await eventsOf(pool, textPages(5), { pages: "4-,2" });
    expect(events[0]).toEqual({ kind: "opened", pageCount: 5, pages: [2, 4, 5] });
    expect(events.slice(1).map((event) => event.kind)).toEqual(["page", "page", "page"]);
  });

  test("that are there already are not read again", async () => {
    const events = await eventsOf(pool, textPages(5), { skip: [1, 2, 4] });
    expect(events[0]).toEqual({ kind: "opened", pageCount: 5, pages: [1, 2, 3, 4, 5] });
    expect(numbersOf(events)).toEqual([3, 5]);
  });

  test("of a selection outside the document are none", async () => {
    const events = await eventsOf(pool, textPages(5), { pages: "9-" });
    expect(events).toEqual([{ kind: "opened", pageCount: 5, pages: [] }]);
  });

  test("of several documents at once each belong to their own", async () => {
    const counts = [1, 30, 7, 150, 2, 60];
    const documents = await Promise.all(counts.map((count) => pagesOf(pool, textPages(count))));
    expect(documents.map((pages) => pages.length)).toEqual(counts);
  });

  test("are read only so far ahead of a consumer that pauses, and all of them in the end", async () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-pool-"));
    const marks = join(folder, "pages-read");
    const faults = Array.from({ length: 2000 }, () => `mark ${marks}`);
    let received = 0;
    for await (const event of pool.read(faultyDocument(faults), OPTIONS)) {
      if (event.kind !== "page") continue;
      received++;
      if (received !== 1) continue;
      // Other documents are read meanwhile; then no thread can have been busy with this one all the time.
      for (let document = 0; document < 5; document++) await pagesOf(pool, textPages(200));
      expect(statSync(marks).size).toBeLessThan(MOST_AHEAD);
    }
    expect(received).toBe(2000);
    expect(statSync(marks).size).toBe(2000);
    rmSync(folder, { recursive: true });
  });

  test("that are large are read only so far ahead as memory allows", async () => {
    const folder = mkdtempSync(join(tmpdir(), "galley-pool-"));
    const marks = join(folder, "pages-read");
    const faults = Array.from({ length: 110 }, () => `large ${marks}`);
    let received = 0;
    for await (const event of pool.read(faultyDocument(faults), OPTIONS)) {
      if (event.kind !== "page" || ++received !== 1) continue;
      for (let document = 0; document < 5; document++) await pagesOf(pool, textPages(200));
      expect(statSync(marks).size).toBeLessThan(MOST_MEGABYTES_AHEAD);
    }
    expect(received).toBe(110);
    rmSync(folder, { recursive: true });
  });

  test("that are slow are read by all threads from the first on", async () => {
    await using own = new PagePool(LIMITS);
    const numbers: number[] = [];
    for await (const event of own.read(faultyDocument(textPages(6).with(0, "hang")), OPTIONS)) {
      if (event.kind === "page") numbers.push(event.outcome.number);
      if (numbers.length === 5) break;
    }
    expect(numbers.toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6]);
  });

  test("are each read once when the first of several that one thread took is slow", async () => {
    const faults = [...textPages(3), "slow 120", ...textPages(40), "slow 120"];
    const events = await eventsOf(pool, faults, { pages: "2-" });
    expect(numbersOf(events)).toEqual(Array.from({ length: 44 }, (_, index) => index + 2));
  });

  test("of a long document do not hold up a short one that came later", async () => {
    const order: string[] = [];
    const read = async (name: string, faults: readonly string[]): Promise<void> => {
      await pagesOf(pool, faults);
      order.push(name);
    };
    const slow = Array.from({ length: 60 }, () => "slow 20");
    await Promise.all([read("long", slow), read("short", ["text"])]);
    expect(order).toEqual(["short", "long"]);
  });
});

describe("a page", () => {
  test.each([
    ["throws", "throw", "damaged"],
    ["ends its thread", "exit", "crash"],
  ])("that %s fails alone", async (_, fault, reason) => {
    const faults = textPages(20).with(6, fault).with(13, fault);
    const pages = await pagesOf(pool, faults);
    expect(pages.filter((page) => !page.ok)).toMatchObject([
      { number: 7, reason },
      { number: 14, reason },
    ]);
    expect(pages).toHaveLength(20);
  });

  test.each(["hang", "spin"])(
    "that takes too long (%s) fails alone and its thread is replaced",
    async (fault) => {
      await using hasty = new PagePool({ ...LIMITS, pageTimeoutSeconds: 0.3 });
      const pages = await pagesOf(hasty, textPages(12).with(4, fault).with(5, fault).with(11, fault));
      expect(pages.filter((page) => !page.ok)).toMatchObject(
        [5, 6, 12].map((number) => ({ number, reason: "timeout" })),
      );
      expect(pages).toHaveLength(12);
      expect(await pagesOf(hasty, textPages(3))).toHaveLength(3);
    },
  );
});

describe("a document", () => {
  test("whose pages all take too long is given up after eight of them, and keeps the pages that were read", async () => {
    await using hasty = new PagePool({ ...LIMITS, threads: 1, pageTimeoutSeconds: 0.3 });
    const pages = await pagesOf(hasty, [...textPages(2), ...Array.from({ length: 300 }, () => "spin")]);
    expect(pages).toHaveLength(302);
    expect(pages.filter(({ ok }) => ok).map(({ number }) => number)).toEqual([1, 2]);
    expect(
      pages.filter((page) => !page.ok && page.message.endsWith("exceeded the time limit.")),
    ).toHaveLength(300);
    expect(pages[9]).toMatchObject({ message: "Page 10 exceeded the time limit." });
    expect(pages[10]).toMatchObject({
      reason: "timeout",
      message: "Page 11 was not read: 8 pages in a row exceeded the time limit.",
    });
  });

  test("is not given up for pages that take too long among others that do not", async () => {
    await using hasty = new PagePool({ ...LIMITS, threads: 1, pageTimeoutSeconds: 0.3 });
    const pages = await pagesOf(hasty, Array.from({ length: 10 }, () => ["spin", "text"]).flat());
    expect(pages.filter(({ ok }) => ok)).toHaveLength(10);
  });

  test.each([
    ["throws", "open throw", "DAMAGED_DOCUMENT"],
    ["ends its thread", "open exit", "DAMAGED_DOCUMENT"],
    ["never opens", "open hang", "RESOURCE_LIMIT"],
  ])("that %s fails with a reason", async (_, fault, code) => {
    await using hasty = new PagePool({ ...LIMITS, pageTimeoutSeconds: 0.3 });
    await expect(pagesOf(hasty, [fault])).rejects.toMatchObject({ name: "ExtractionError", code });
    expect(await pagesOf(hasty, textPages(3))).toHaveLength(3);
  });

  test("is refused when more pages are selected than may be", async () => {
    await using strict = new PagePool({ ...LIMITS, maxPages: 3 });
    await expect(pagesOf(strict, textPages(4))).rejects.toMatchObject({ code: "TOO_MANY_PAGES" });
    expect(numbersOf(await eventsOf(strict, textPages(4), { pages: "2-" }))).toEqual([2, 3, 4]);
  });
});

describe("reading", () => {
  test("rejects with the signal's reason as soon as it is given up", async () => {
    const controller = new AbortController();
    const reason = new Error("no longer needed");
    const reading = eventsOf(pool, textPages(4).with(2, "hang"), { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 50);
    await expect(reading).rejects.toBe(reason);
    expect(await pagesOf(pool, textPages(100))).toHaveLength(100);
  });

  test("does not begin when it was given up before", async () => {
    await expect(eventsOf(pool, textPages(1), { signal: AbortSignal.abort() })).rejects.toThrow("aborted");
  });

  test("ends when the loop is left", async () => {
    for await (const event of pool.read(faultyDocument(textPages(500)), OPTIONS)) {
      if (event.kind === "page") break;
    }
    expect(await pagesOf(pool, textPages(3))).toHaveLength(3);
  });

  test("rejects when the pool is disposed meanwhile", async () => {
    const disposed = new PagePool(LIMITS);
    const [reading] = await Promise.allSettled([
      pagesOf(disposed, ["hang"]),
      disposed[Symbol.asyncDispose](),
    ]);
    expect(reading).toMatchObject({ status: "rejected", reason: { message: "The extractor was disposed." } });
  });
});

test.each([1, 3, 400])("a document of %i pages is closed once they are read", async (count) => {
  await using own = new PagePool({ ...LIMITS, threads: 1 });
  await pagesOf(own, textPages(count));
  const [page] = await pagesOf(own, ["count"]);
  expect(page?.ok && page.text.trim()).toBe("1 open");
});

test("a pool that was disposed reads nothing", async () => {
  const disposed = new PagePool(LIMITS);
  await disposed[Symbol.asyncDispose]();
  await expect(pagesOf(disposed, ["text"])).rejects.toThrow("The extractor was disposed.");
});

describe("documents of several owners", () => {
  const HUNG = Array.from({ length: 6 }, () => "spin");

  /** Readings that hold all threads of the pool until they are given up. */
  function hold(reader: PagePool, documents: readonly Uint8Array[]): Disposable {
    const controller = new AbortController();
    for (const [index, document] of documents.entries()) {
      const { signal } = controller;
      const reading = Array.fromAsync(
        reader.read(document, OPTIONS, { owner: `hostile ${index % 2}`, signal }),
      );
      reading.catch(() => undefined);
    }
    return { [Symbol.dispose]: () => controller.abort() };
  }

  test.each([
    ["pages", faultyDocument(HUNG)],
    ["openings", faultyDocument(["open spin"])],
    ["conversions", SLOW_TABLE],
  ])("are read while %s of others hold all threads", async (_, hostile) => {
    await using own = new PagePool(LIMITS);
    using _held = hold(own, [hostile, hostile, hostile, hostile]);
    await delay(1000);
    const begun = performance.now();
    expect(numbersOf(await eventsOf(own, textPages(1), { owner: "other" }))).toEqual([1]);
    expect(performance.now() - begun).toBeLessThan(10_000);
    // Again, while the spare thread runs, and for more pages than one turn reads.
    expect(await eventsOf(own, textPages(300), { owner: "other" })).toHaveLength(301);
  });

  test("are read while long ones of three others hold all threads, which are read to their ends as well", async () => {
    await using own = new PagePool({ ...LIMITS, threads: 1 });
    const long = ["first", "second", "third"].map((owner) => eventsOf(own, ["slow 8000", "text"], { owner }));
    await delay(3000);
    const short = await Promise.race([eventsOf(own, textPages(1), { owner: "other" }), Promise.all(long)]);
    expect(short).toHaveLength(2);
    const read = (await Promise.all(long)).map((events) => outcomesOf(events).map(({ ok }) => ok));
    expect(read).toEqual(long.map(() => [true, true]));
  });

  test("of one owner wait for one another", async () => {
    await using own = new PagePool(LIMITS);
    const waits = faultyDocument(Array.from({ length: 6 }, () => "hang"));
    using _held = hold(own, [waits, waits]);
    const waiting = eventsOf(own, textPages(1), { owner: "hostile 0" });
    expect(await Promise.race([waiting.catch(() => "failed"), delay(4000, "waits")])).toBe("waits");
    waiting.catch(() => undefined);
  });
});

interface Reading {
  readonly owner?: string;
  readonly pages?: string;
  readonly skip?: readonly number[];
  readonly signal?: AbortSignal;
}

async function eventsOf(
  reader: PagePool,
  faults: readonly string[],
  { pages = "", ...call }: Reading = {},
): Promise<readonly StorableEvent[]> {
  const events: StorableEvent[] = [];
  for await (const event of reader.read(faultyDocument(faults), { ...OPTIONS, pages }, call))
    events.push(event);
  return events;
}

function outcomesOf(events: readonly StorableEvent[]): readonly StorableOutcome[] {
  const outcomes = events.flatMap((event) => (event.kind === "page" ? [event.outcome] : []));
  return outcomes.toSorted((a, b) => a.number - b.number);
}

function numbersOf(events: readonly StorableEvent[]): readonly number[] {
  return outcomesOf(events).map((outcome) => outcome.number);
}

async function pagesOf(reader: PagePool, faults: readonly string[]): Promise<readonly StorableOutcome[]> {
  return outcomesOf(await eventsOf(reader, faults));
}
