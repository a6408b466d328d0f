import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { extractionHosts } from "../../support/extraction-hosts.ts";
import { isAlive } from "../../support/processes.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const changeSchema = z.object({ jobsChanged: z.object({ job: z.object({ status: z.string() }) }) });

const RECOVERY_MS = 60_000;
const PAGES = 60;

let service: RunningService;
let client: RestClient;
beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
}, 120_000);
afterAll(() => service[Symbol.asyncDispose](), 60_000);

async function killDatabase(): Promise<void> {
  const pidFile = await readFile(`${service.dataDir}/postgres/data/postmaster.pid`, "utf8");
  process.kill(Number(pidFile.split("\n")[0]), "SIGKILL");
}

const ready = (): Promise<Response> => fetch(`${service.url}/health/ready`);

test("/health/ready reports an unresponsive extraction host until it responds again", async () => {
  const [host] = extractionHosts(service);
  process.kill(host?.pid ?? 0, "SIGSTOP");
  const stopped = await ready();
  expect([stopped.status, await stopped.json()]).toEqual([
    503,
    { message: "Not ready: extraction is down." },
  ]);
  process.kill(host?.pid ?? 0, "SIGCONT");
  await expect.poll(async () => (await ready()).status, { timeout: RECOVERY_MS }).toBe(200);
}, 120_000);

test("after kill -9 of the embedded database, it is restarted: 503 until then, and nothing is lost", async () => {
  const { bytes } = textDocument(PAGES);
  const submit = (): Promise<string> => client.submit(bytes, { mode: "native_text" });
  const hashes = await Promise.all([submit(), submit()]);
  await killDatabase();

  const query = { whisper_hash: hashes[0] };
  const answers: Response[] = [];
  const isBack = async (): Promise<boolean> => {
    const latest = [await client.request("/whisper-status", { query }), await ready()];
    answers.push(...latest);
    return latest.every(({ ok }) => ok) && answers.some(({ status }) => status === 503);
  };
  await expect.poll(isBack, { timeout: RECOVERY_MS, interval: 10 }).toBe(true);
  for (const answer of answers.filter(({ ok }) => !ok)) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  }
  for (const hash of [...hashes, await submit()]) {
    expect(await client.waitUntilSettled(hash, RECOVERY_MS)).toMatchObject({ status: "processed" });
    expect((await client.retrieve(hash)).result_text).toContain(`Page ${PAGES} of ${PAGES}`);
  }
  expect(isAlive(service.pid)).toBe(true);
}, 180_000);

test("no page is missing that the database had stored before kill -9, and who watches sees the end", async () => {
  const pages = 1500;
  const hash = await client.submit(textDocument(pages).bytes, { mode: "native_text" });
  const states = createGraphqlClient(service).subscribe(
    changeSchema,
    "subscription { jobsChanged { job { status } } }",
  );
  const seen: string[] = [];
  const watched = (async () => {
    for await (const { jobsChanged } of states) {
      seen.push(jobsChanged.job.status);
      if (seen.at(-1) === "PROCESSED") return;
    }
  })().catch((error: unknown) => seen.push(String(error)));
  for (let kill = 0; kill < 2; kill++) {
    await sleep(700);
    await killDatabase();
    await expect.poll(async () => (await ready()).status, { timeout: RECOVERY_MS }).toBe(503);
    await expect.poll(async () => (await ready()).status, { timeout: RECOVERY_MS }).toBe(200);
  }
  expect(await client.waitUntilSettled(hash, RECOVERY_MS)).toMatchObject({ status: "processed" });
  const { result_text: text } = await client.retrieve(hash);
  const read = [...text.matchAll(/Page (\d+) of 1500/g)].map(([, number]) => Number(number));
  expect(read).toEqual(Array.from({ length: pages }, (_, index) => index + 1));
  await watched;
  expect(seen.at(-1)).toBe("PROCESSED");
}, 180_000);
