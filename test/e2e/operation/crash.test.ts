import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { textDocument } from "../../fixtures/long.ts";
import { extractionHosts } from "../../support/extraction-hosts.ts";
import { pauseSince } from "../../support/pause.ts";
import { isAlive, processesOf } from "../../support/processes.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { wordsIn, wordsOn } from "../../support/texts/words.ts";

const RECOVERY_MS = 60_000;
const document = textDocument(100);

test.concurrent(
  "after kill -9 of the server during its work, the next start loses no page",
  { timeout: 180_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    await using first = await startService({ dataDir: folder.path });
    const hashes = await submitSeveral(createRestClient(first));
    await untilPagesArrive(createRestClient(first), hashes);
    await first.kill9();

    await using second = await startService({ dataDir: folder.path });
    expect(await wordsOfAll(createRestClient(second), hashes)).toEqual(
      hashes.map(() => wordsOn(document.pages)),
    );
  },
);

test.concurrent(
  "after kill -9 of the server, no process that it started remains",
  { timeout: 120_000 },
  async ({ expect }) => {
    await using folder = temporaryFolder();
    await using service = await startService({ dataDir: folder.path });
    const hashes = await submitSeveral(createRestClient(service));
    await untilPagesArrive(createRestClient(service), hashes);
    await service.kill9();
    await expect.poll(() => processesOf(folder.path), { timeout: 30_000 }).toEqual([]);
  },
);

test.concurrent(
  "kill -9 of the extraction host costs no page and no job",
  { timeout: 180_000 },
  async ({ expect }) => {
    await using service = await startService();
    const client = createRestClient(service);
    const hashes = await submitSeveral(client);
    await untilPagesArrive(client, hashes);
    const hosts = extractionHosts(service);
    expect(hosts.length).toBeGreaterThan(0);
    for (const { pid } of hosts) process.kill(pid, "SIGKILL");
    expect(await wordsOfAll(client, hashes)).toEqual(hashes.map(() => wordsOn(document.pages)));
    expect(isAlive(service.pid)).toBe(true);
  },
);

test.concurrent(
  "documents that are submitted while extraction hosts are killed again and again are all read",
  { timeout: 300_000 },
  async ({ expect }) => {
    await using service = await startService();
    const client = createRestClient(service);
    const stop = new AbortController();
    const killing = killHosts(service, stop.signal);
    const hashes: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      hashes.push(await client.submit(letter().bytes, { mode: "native_text" }));
      await sleep(250);
    }
    stop.abort();
    const killed = await killing;
    expect(killed).toBeGreaterThan(10);
    const settled = await Promise.all(hashes.map((hash) => client.waitUntilSettled(hash, 150_000)));
    expect(settled.filter(({ status }) => status !== "processed")).toEqual([]);
  },
);

test.concurrent("a restart keeps jobs and their text", { timeout: 120_000 }, async ({ expect }) => {
  await using folder = temporaryFolder();
  await using first = await startService({ dataDir: folder.path });
  const hash = await createRestClient(first).submit(letter().bytes, { mode: "native_text" });
  await createRestClient(first).waitUntilSettled(hash);
  expect(await first.stop()).toEqual({ exitCode: 0 });

  await using second = await startService({ dataDir: folder.path });
  const { result_text: text } = await createRestClient(second).retrieve(hash);
  expect(wordsIn(text.replace("<<<", ""))).toEqual(wordsOn(letter().pages));
});

/** Kills all hosts of the service again and again, at random instants; returns how many. */
async function killHosts(service: RunningService, signal: AbortSignal): Promise<number> {
  let killed = 0;
  while (!signal.aborted) {
    await sleep(100 + Math.random() * 400);
    for (const { pid } of extractionHosts(service)) {
      try {
        process.kill(pid, "SIGKILL");
        killed += 1;
      } catch {
        // It has ended.
      }
    }
  }
  return killed;
}

/**
 * Several documents, so that some are waiting, one is being read and none can finish before the test
 * continues.
 */
function submitSeveral(client: RestClient): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: 6 }, () => client.submit(document.bytes, { mode: "native_text" })));
}

async function untilPagesArrive(client: RestClient, hashes: readonly string[]): Promise<void> {
  const start = Date.now();
  while (Date.now() < start + RECOVERY_MS) {
    const states = await Promise.all(hashes.map((hash) => client.status(hash)));
    if (states.some(({ detail }) => detail.length > 0)) return;
    await pauseSince(start);
  }
  throw new Error("No page was read.");
}

/** The words of each job's text, once all are finished. */
async function wordsOfAll(client: RestClient, hashes: readonly string[]): Promise<string[][]> {
  const deadline = Date.now() + RECOVERY_MS;
  const words: string[][] = [];
  for (const hash of hashes) {
    const { status, message } = await client.waitUntilSettled(hash, Math.max(0, deadline - Date.now()));
    if (status !== "processed") throw new Error(`A job ended as ${status}: ${message}`);
    const { result_text: text } = await client.retrieve(hash);
    words.push(wordsIn(text.replaceAll("<<<", "")));
  }
  return words;
}
