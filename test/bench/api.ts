/**
 * Calls of the API with keep-alive: how many a second, and what one costs the server and the database in CPU time,
 * transactions and bytes of the write-ahead log. CPU times compare between runs; calls a second need a quiet machine.
 *
 * node test/bench/api.ts [calls]
 */
import { Agent, request as httpRequest } from "node:http";
import { startEmbeddedPostgres } from "galley/testing";
import { textDocument } from "../fixtures/long.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { processesOf } from "../support/processes.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { mapConcurrently } from "./measures/concurrency.ts";
import { cpuTimeMs } from "./measures/cpu-time.ts";
import { type DatabaseWork, databaseWork } from "./measures/database-work.ts";
import { printTable } from "./measures/print-table.ts";
import { listenForSettledJobs } from "./measures/settled-jobs.ts";

const CALLS = Number(process.argv[2] ?? 2000);
const CALLERS = 8;
const LISTED = 10;

const LIST = `{ jobs(first: ${LISTED}) { nodes { id handle status submittedAt mode tag file { name bytes } } } }`;

const { bytes } = textDocument(1);

await using folder = temporaryFolder();
await using database = await startEmbeddedPostgres(`${folder.path}/database`);
await using service = await startService({
  dataDir: `${folder.path}/service`,
  env: { LOG_LEVEL: "error", DATABASE_URL: database.url },
});
const rest = createRestClient(service);
const settled = listenForSettledJobs(createGraphqlClient(service));
const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });

const submit = async (): Promise<string> => {
  const accepted = JSON.parse(await call("POST", "/api/v2/whisper?mode=native_text", bytes));
  return String(accepted.whisper_hash);
};
const read = async (): Promise<void> => settled.processed(await submit());

const known = await rest.submit(bytes, { mode: "native_text" });
await rest.waitUntilSettled(known);
for (let job = 0; job < LISTED; job += 1) await read();

const rows = [
  await measured("/health/live", CALLS, () => call("GET", "/health/live")),
  await measured("whisper-status", CALLS, () => call("GET", `/api/v2/whisper-status?whisper_hash=${known}`)),
  await measured(`GraphQL list of ${LISTED}`, CALLS / 2, () =>
    call("POST", "/graphql", JSON.stringify({ query: LIST })),
  ),
  await measured("submit of one page", CALLS / 4, submit),
];
await idle();
rows.push(await measured("document of one page", CALLS / 4, read));
printTable([["", "a second", "server ms", "database ms", "transactions", "KB written"], ...rows]);
agent.destroy();

interface Spent extends DatabaseWork {
  readonly server: number;
  readonly database: number;
}

async function measured(
  name: string,
  count: number,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const calls = [...Array(Math.ceil(count)).keys()];
  await mapConcurrently(calls.slice(0, calls.length / 4), CALLERS, work);
  const before = await spent();
  const started = performance.now();
  await mapConcurrently(calls, CALLERS, work);
  const seconds = (performance.now() - started) / 1000;
  const after = await spent();
  const each = (part: keyof Spent): string => ((after[part] - before[part]) / calls.length).toFixed(2);
  const rate = (calls.length / seconds).toFixed(0);
  return [name, rate, each("server"), each("database"), each("transactions"), each("writtenKb")];
}

async function spent(): Promise<Spent> {
  const servers = processesOf(`${folder.path}/service`).map(({ pid }) => pid);
  const databases = processesOf(`${folder.path}/database`).map(({ pid }) => pid);
  const work = await databaseWork(database.url);
  return { server: cpuTimeMs(servers), database: cpuTimeMs(databases), ...work };
}

/** Waits until the documents of the last measurement are read. */
async function idle(): Promise<void> {
  await read();
}

function call(method: string, path: string, body?: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = {
      "service-key": service.serviceKey,
      "content-type": typeof body === "string" ? "application/json" : "application/octet-stream",
      ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    };
    const sent = httpRequest(`${service.url}${path}`, { agent, method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const status = answer.statusCode ?? 0;
        if (status < 300) resolve(text);
        else reject(new Error(`${path} was answered with ${status}: ${text}`));
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
