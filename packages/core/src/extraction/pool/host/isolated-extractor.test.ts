import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { parseExtractOptions } from "../../options/extract-options.ts";
import type { StorableOutcome } from "../../result/storable-outcome.ts";
import { IsolatedExtractor } from "./isolated-extractor.ts";
import { FAULTY_ENGINE, faultyDocument, textPages } from "../testing/faulty-document.ts";

const OPTIONS = parseExtractOptions({});
const LIMITS = {
  threads: 2,
  pageTimeoutSeconds: 60,
  maxPages: 5000,
  memoryMb: 256,
  heapMb: 128,
  tessdata: [],
  engine: FAULTY_ENGINE.href,
};

let started: IsolatedExtractor | undefined;
let restarts = 0;
afterEach(async () => {
  await started?.[Symbol.asyncDispose]();
  started = undefined;
  restarts = 0;
});

/** The extractor of tests that need no limits of their own; its process starts at once. */
function ordinary(): IsolatedExtractor {
  started ??= new IsolatedExtractor({ ...LIMITS, onRestart: () => restarts++ });
  return started;
}

test("reads documents in a child process", async () => {
  const documents = await Promise.all([
    numbersOf(textPages(3)),
    numbersOf(textPages(200)),
    numbersOf(["text"]),
  ]);
  expect(documents.map((numbers) => numbers.length)).toEqual([3, 200, 1]);
  expect(restarts).toBe(0);
});

test("reads and sends pages only so far ahead of a consumer that pauses", async () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-host-"));
  const marks = join(folder, "pages-read");
  const document = faultyDocument(Array.from({ length: 2000 }, () => `mark ${marks}`));
  let received = 0;
  for await (const event of ordinary().read(document, OPTIONS, {})) {
    if (event.kind !== "page") continue;
    received++;
    if (received !== 1) continue;
    for (let other = 0; other < 5; other++) await numbersOf(textPages(200));
    // As many in the host's pool as on the way to this process, and those that were being read.
    expect(statSync(marks).size).toBeLessThan(2 * 256 + 2 * 64);
  }
  expect(received).toBe(2000);
  rmSync(folder, { recursive: true });
});

test("tells an extraction error of the child as it was", async () => {
  await expect(numbersOf(["open throw"])).rejects.toMatchObject({ code: "DAMAGED_DOCUMENT" });
  await expect(collect("/no/such/file.pdf")).rejects.toMatchObject({ code: "DOCUMENT_NOT_FOUND" });
  await expect(collect(new Uint8Array())).rejects.toMatchObject({ code: "EMPTY_DOCUMENT" });
});

test("is checked: a process that ended is started again, one that fails to start is reported", async () => {
  const { signal } = new AbortController();
  await ordinary().check(signal);
  const killed = numbersOf(["slow 100", "abort"]).catch(() => undefined);
  await killed;
  await ordinary().check(signal);
  await using broken = new IsolatedExtractor({ ...LIMITS, engine: "file:///no/such/engine.ts", threads: -1 });
  await expect(broken.check(signal)).rejects.toThrow(/^The extraction host crashed: exit code 1/);
});

test("fails a document that brings the process down, and no other that was in it", async () => {
  const innocents = [textPages(40), Array.from({ length: 30 }, () => "slow 10"), ["slow 200"]];
  const [bad, ...good] = await Promise.allSettled([
    numbersOf(["slow 100", "abort"]),
    ...innocents.map((faults) => numbersOf(faults)),
  ]);
  expect(bad).toMatchObject({ status: "rejected", reason: { code: "RESOURCE_LIMIT" } });
  expect(good.map((result) => result.status === "fulfilled" && result.value.length)).toEqual([40, 30, 1]);
  // In the shared host, and alone.
  expect(restarts).toBe(2);
});

test("documents whose process was killed from outside are tried side by side, and survive a second kill", async () => {
  await using reader = new IsolatedExtractor({ ...LIMITS, memoryMb: 1024, onRestart: () => restarts++ });
  const faults = Array.from({ length: 40 }, () => "slow 50");
  const documents = [faults, faults].map((pages) => collect(faultyDocument(pages), { reader }));
  const [shared = 0] = reader.processIds();
  await delay(300);
  process.kill(shared, "SIGKILL");
  await expect.poll(() => reader.processIds().length, { timeout: 10_000 }).toBe(2);
  for (const pid of reader.processIds()) process.kill(pid, "SIGKILL");
  const read = await Promise.all(documents);
  expect(read.map((outcomes) => outcomes.length)).toEqual([40, 40]);
  expect(restarts).toBe(3);
});

test("blames no document for processes that are killed from outside, however often", async () => {
  const folder = mkdtempSync(join(tmpdir(), "galley-host-"));
  const marks = join(folder, "openings");
  writeFileSync(marks, "");
  // One thread, so each process opens the document once.
  await using reader = new IsolatedExtractor({ ...LIMITS, threads: 1 });
  const document = faultyDocument([`open mark ${marks}`, "hang"]);
  const reading = collect(document, { reader }).catch((reason: unknown) => reason);
  for (let killed = 0; killed < 3; killed += 1) {
    await expect.poll(() => statSync(marks).size, { timeout: 30_000 }).toBe(killed + 1);
    for (const pid of reader.processIds()) process.kill(pid, "SIGKILL");
  }
  const error = await reading;
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toHaveProperty("code");
  rmSync(folder, { recursive: true });
});

test("replaces a process that has grown, once the documents in it have ended", async () => {
  await using reader = new IsolatedExtractor({ ...LIMITS, memoryMb: 128, onRestart: () => restarts++ });
  const [first] = reader.processIds();
  const long = collect(faultyDocument(Array.from({ length: 100 }, () => "slow 20")), { reader });
  let replaced = false;
  for (let documents = 0; documents < 500 && !replaced; documents += 1) {
    await collect(faultyDocument(["text"]), { reader });
    replaced = reader.processIds().at(-1) !== first;
  }
  expect(replaced).toBe(true);
  expect(await long).toHaveLength(100);
  await expect.poll(() => reader.processIds().includes(first ?? 0), { timeout: 10_000 }).toBe(false);
  expect(restarts).toBe(0);
});

test("tells no page and no opening twice when a document is tried again", async () => {
  const document = faultyDocument(Array.from({ length: 60 }, () => "slow 10"));
  const seen: string[] = [];
  const killer = numbersOf(["slow 150", "abort"]);
  await Promise.all([
    expect(killer).rejects.toMatchObject({ code: "RESOURCE_LIMIT" }),
    (async () => {
      for await (const event of ordinary().read(document, OPTIONS, {})) {
        seen.push(event.kind === "page" ? String(event.outcome.number) : event.kind);
      }
    })(),
  ]);
  expect(seen).toHaveLength(61);
  expect(new Set(seen).size).toBe(61);
});

test.runIf(process.platform === "linux")("limits the memory of a document that exhausts it", async () => {
  const [hog, innocent] = await Promise.allSettled([
    collect(faultyDocument(["text", "allocate", "text"])),
    numbersOf(Array.from({ length: 50 }, () => "slow 20")),
  ]);
  const outcomes = hog.status === "fulfilled" ? hog.value : [];
  expect(outcomes.filter((outcome) => !outcome.ok)).toMatchObject([{ number: 2, reason: "memory" }]);
  expect(innocent.status === "fulfilled" && innocent.value).toHaveLength(50);
  expect(await numbersOf(textPages(3))).toEqual([1, 2, 3]);
});

test("replaces the threads of pages that take too long under the memory limit", async () => {
  await using hasty = new IsolatedExtractor({
    ...LIMITS,
    pageTimeoutSeconds: 0.3,
    onRestart: () => restarts++,
  });
  const outcomes = await collect(faultyDocument(["text", "spin", "spin", "spin", "spin"]), { reader: hasty });
  expect(outcomes.map((outcome) => outcome.ok || outcome.reason)).toEqual([
    true,
    ...Array(4).fill("timeout"),
  ]);
  expect(restarts).toBe(0);
});

test("rejects with the signal's reason as soon as it is given up", async () => {
  const controller = new AbortController();
  const reason = new Error("no longer needed");
  const reading = collect(faultyDocument(["text", "hang"]), { signal: controller.signal });
  setTimeout(() => controller.abort(reason), 100);
  await expect(reading).rejects.toBe(reason);
  expect(await numbersOf(textPages(3))).toEqual([1, 2, 3]);
});

test("rejects what is being read when it is disposed", async () => {
  const [reading] = await Promise.allSettled([
    numbersOf(["hang"]),
    delay(200).then(() => ordinary()[Symbol.asyncDispose]()),
  ]);
  expect(reading).toMatchObject({ status: "rejected", reason: { message: "The extractor was disposed." } });
});

test.skipIf(process.platform === "win32")(
  "replaces a process that has grown, between documents",
  async () => {
    await using small = new IsolatedExtractor({ ...LIMITS, memoryMb: 64, onRestart: () => restarts++ });
    const before = childrenOf(process.pid).filter(isAlive);
    const read = (): Promise<StorableOutcome[]> => collect(faultyDocument(textPages(2)), { reader: small });
    for (let round = 0; round < 60; round++) expect(await read()).toHaveLength(2);
    await expect.poll(() => before.filter(isAlive).length, { timeout: 10_000 }).toBe(before.length - 1);
    expect(restarts).toBe(0);
  },
);

test.skipIf(process.platform === "win32")("leaves no process behind when its parent is killed", async () => {
  const script = `
    import { IsolatedExtractor } from ${JSON.stringify(new URL("./isolated-extractor.ts", import.meta.url).href)};
    import { faultyDocument } from ${JSON.stringify(new URL("../testing/faulty-document.ts", import.meta.url).href)};
    import { parseExtractOptions } from ${JSON.stringify(new URL("../../options/extract-options.ts", import.meta.url).href)};
    const extractor = new IsolatedExtractor(${JSON.stringify(LIMITS)});
    const document = faultyDocument(["slow 100", "spin", "spin"]);
    for await (const event of extractor.read(document, parseExtractOptions({}), {})) console.log(event.kind);
  `;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(parent.stdout, "data");
  const children = childrenOf(parent.pid ?? 0);
  expect(children).toHaveLength(1);
  parent.kill("SIGKILL");
  await expect.poll(() => children.filter(isAlive), { timeout: 10_000 }).toEqual([]);
});

interface Reading {
  readonly reader?: IsolatedExtractor;
  readonly signal?: AbortSignal;
}

async function collect(
  source: Uint8Array | string,
  { reader = ordinary(), signal }: Reading = {},
): Promise<StorableOutcome[]> {
  const outcomes: StorableOutcome[] = [];
  for await (const event of reader.read(source, OPTIONS, { signal })) {
    if (event.kind === "page") outcomes.push(event.outcome);
  }
  return outcomes.toSorted((a, b) => a.number - b.number);
}

async function numbersOf(faults: readonly string[]): Promise<number[]> {
  const outcomes = await collect(faultyDocument(faults));
  return outcomes.map((outcome) => outcome.number);
}

function childrenOf(pid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  return rows.flatMap((row) => {
    const [child, parent] = row.trim().split(/\s+/).map(Number);
    return parent === pid && child !== undefined ? [child] : [];
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
