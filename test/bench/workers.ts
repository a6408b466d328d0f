/**
 * Documents of one page through 1, 2, 4 and 8 processes that share one PostgreSQL: documents a minute from eight
 * submitters, what one costs in CPU time and transactions, how busy the machine is, and what idle processes do.
 *
 * node test/bench/workers.ts [documents]
 */
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { startEmbeddedPostgres } from "galley/testing";
import { textDocument } from "../fixtures/long.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { processesOf } from "../support/processes.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { mapConcurrently } from "./measures/concurrency.ts";
import { cpuTimeMs } from "./measures/cpu-time.ts";
import { databaseWork } from "./measures/database-work.ts";
import { printTable } from "./measures/print-table.ts";
import { listenForSettledJobs } from "./measures/settled-jobs.ts";

const DOCUMENTS = Number(process.argv[2] ?? 400);
const PROCESSES = [1, 2, 4, 8];
const SUBMITTERS = 8;

/** Idle sessions report their transactions after 10 s. */
const REPORTED_MS = 11_000;
const IDLE_SECONDS = 10;

const { bytes } = textDocument(1);
const secretKeys = `k1:${Buffer.alloc(32, 7).toString("base64")}`;

await using folder = temporaryFolder();
await using database = await startEmbeddedPostgres(`${folder.path}/database`);
await using started = new AsyncDisposableStack();

/** Every process accepts documents and reads them. */
const first = await startProcess(0);
const rest = createRestClient(first);
const settled = listenForSettledJobs(createGraphqlClient(first));
let running = 1;
const rows = [];
for (const processes of PROCESSES) {
  for (; running < processes; running++) await startProcess(running);
  rows.push(await measured(processes));
}
printTable([
  [
    "processes",
    "documents a minute",
    "services ms",
    "database ms",
    "transactions",
    `busy of ${cpus().length} cores`,
    "transactions a second, idle",
  ],
  ...rows,
]);

async function startProcess(index: number): Promise<Awaited<ReturnType<typeof startService>>> {
  return started.use(
    await startService({
      dataDir: `${folder.path}/service-${index}`,
      env: {
        LOG_LEVEL: "error",
        DATABASE_URL: database.url,
        GALLEY_OBJECTS: pathToFileURL(`${folder.path}/objects`).href,
        GALLEY_SECRET_KEYS: secretKeys,
      },
    }),
  );
}

async function measured(processes: number): Promise<readonly string[]> {
  await read(DOCUMENTS / 4);
  const before = await spent();
  const at = performance.now();
  await read(DOCUMENTS);
  const minutes = (performance.now() - at) / 60_000;
  const after = await spent();
  const each = (part: "services" | "database" | "transactions"): string =>
    ((after[part] - before[part]) / DOCUMENTS).toFixed(1);
  const busy = (after.busyMs - before.busyMs) / (minutes * 60_000);
  return [
    processes.toFixed(0),
    (DOCUMENTS / minutes).toFixed(0),
    each("services"),
    each("database"),
    each("transactions"),
    busy.toFixed(2),
    (await idleTransactions()).toFixed(1),
  ];
}

async function read(documents: number): Promise<void> {
  await mapConcurrently([...Array(documents).keys()], SUBMITTERS, async () => {
    await settled.processed(await rest.submit(bytes, { mode: "native_text" }));
  });
}

async function idleTransactions(): Promise<number> {
  await sleep(REPORTED_MS);
  const before = await databaseWork(database.url);
  await sleep(IDLE_SECONDS * 1000);
  const after = await databaseWork(database.url);
  return (after.transactions - before.transactions) / IDLE_SECONDS;
}

interface Spent {
  readonly services: number;
  readonly database: number;
  readonly transactions: number;
  /** CPU time of the whole machine so far. */
  readonly busyMs: number;
}

async function spent(): Promise<Spent> {
  const services = Array.from({ length: running }, (_, index) =>
    processesOf(`${folder.path}/service-${index}`).map(({ pid }) => pid),
  ).flat();
  const databases = processesOf(`${folder.path}/database`).map(({ pid }) => pid);
  const busyMs = cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
  const { transactions } = await databaseWork(database.url);
  return { services: cpuTimeMs(services), database: cpuTimeMs(databases), transactions, busyMs };
}
