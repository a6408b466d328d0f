import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../../fixtures/long.ts";
import { psql, psqlMissing } from "../../../support/clients/psql.ts";
import { createRestClient } from "../../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../../support/service.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** Runs a PostgreSQL and prints its URL until it is killed. */
const HOLDER = fileURLToPath(
  new URL("../../../../packages/gateway/src/persistence/testing/hold-embedded-postgres.ts", import.meta.url),
);

const SECRET_KEYS = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

/** An idle session of PostgreSQL reports its transactions after 10 s. */
const REPORTED_MS = 11_000;

const COUNTED_SECONDS = 10;

const acceptedSchema = z.object({ whisper_hash: z.string() });

const hasPsql = (await psqlMissing()) === undefined;

const folder = temporaryFolder();
const running = new AsyncDisposableStack();
let front: RunningService;
let worker: RunningService;
let databaseUrl: string;

beforeAll(async () => {
  running.use(folder);
  const holder = spawn(process.execPath, [HOLDER, `${folder.path}/external`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.defer(() => ended(holder));
  databaseUrl = String(await once(createInterface(holder.stdout), "line"));
  const start = async (role: string): Promise<RunningService> =>
    running.use(
      await startService({
        dataDir: `${folder.path}/${role}`,
        env: {
          DATABASE_URL: databaseUrl,
          GALLEY_ROLE: role,
          GALLEY_OBJECTS: pathToFileURL(`${folder.path}/objects`).href,
          GALLEY_SECRET_KEYS: SECRET_KEYS,
        },
      }),
    );
  [front, worker] = await Promise.all([start("serve"), start("work")]);
}, 120_000);

afterAll(() => running.disposeAsync(), 60_000);

test("with an external PostgreSQL, a document accepted by one replica is read by another", async () => {
  const client = createRestClient(front);
  const hash = await client.submit(textDocument(20).bytes, { mode: "native_text" });
  expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
  expect((await client.retrieve(hash)).result_text).toContain("Page 20 of 20");
}, 60_000);

test("structure that a replica of serve is asked for is found by another", async () => {
  const client = createRestClient(front);
  const hash = await client.submit(textDocument(20).bytes, { mode: "native_text" });
  await client.waitUntilSettled(hash);
  const response = await client.request("/whisper-structure", {
    query: { whisper_hash: hash, format: "json" },
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("Page 20 of 20")]);
}, 60_000);

test.runIf(hasPsql)(
  "documents that are submitted at once are each queued for their own request, and read",
  async () => {
    const client = createRestClient(front);
    const { bytes } = textDocument(1);
    const requests = [...Array(24).keys()].map((index) => `at-once-${index}`);
    const handles = await Promise.all(
      requests.map(async (requestId) => {
        const response = await client.request("/whisper", {
          method: "POST",
          query: { mode: "native_text" },
          headers: { "x-request-id": requestId },
          body: Buffer.from(bytes),
        });
        return acceptedSchema.parse(await response.json()).whisper_hash;
      }),
    );
    const queued = await psql(
      databaseUrl,
      `select entry.data -> 'baggage' ->> 'requestId', job.handle
       from pgboss.job as entry join job on job.id = (entry.data ->> 'jobId')::uuid
       where entry.name = 'extract' and entry.data -> 'baggage' ->> 'requestId' like 'at-once-%'`,
    );
    const handleOf = new Map(queued.map(([requestId, handle]) => [requestId, handle]));
    expect(requests.map((requestId) => handleOf.get(requestId))).toEqual(handles);
    for (const handle of handles) {
      expect(await client.waitUntilSettled(handle)).toMatchObject({ status: "processed" });
    }
  },
  60_000,
);

test("a replica of serve reads nothing, and one of work handles no requests", async () => {
  expect((await fetch(`${worker.url}/api/v2/test-connection`)).status).toBe(404);
  for (const { url } of [front, worker]) expect((await fetch(`${url}/health/ready`)).status).toBe(200);
});

test.runIf(hasPsql)(
  "idle replicas hardly query the database",
  async () => {
    await sleep(REPORTED_MS);
    const before = await transactions();
    await sleep(COUNTED_SECONDS * 1000);
    const eachSecond = ((await transactions()) - before) / COUNTED_SECONDS;
    expect(eachSecond).toBeLessThan(20);
  },
  60_000,
);

/** All that the database has counted; those of an active session are reported within a second. */
async function transactions(): Promise<number> {
  const count = "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";
  return Number((await psql(databaseUrl, count))[0]?.[0]);
}

test("no replica creates a database of its own", () => {
  for (const { dataDir } of [front, worker]) expect(existsSync(`${dataDir}/postgres`)).toBe(false);
});

async function ended(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
