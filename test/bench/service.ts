/**
 * The whole service, from submit to processed: documents a minute with 1, 2 and 4 submitters, what one waits, what its
 * processes hold, and what the service costs beside the library.
 *
 *     node test/bench/service.ts [documents]
 */
import { createIsolatedExtractor } from "@galley/core";
import { textDocument } from "../fixtures/long.ts";
import { extractionHosts } from "../support/extraction-hosts.ts";
import { createGraphqlClient } from "../support/graphql-client.ts";
import { createRestClient } from "../support/rest-client.ts";
import { startService } from "../support/service.ts";
import { z } from "zod";
import { mapConcurrently } from "./concurrency.ts";
import { print, printTable } from "./print-table.ts";
import { residentKb } from "./resident-memory.ts";

const DOCUMENTS = Number(process.argv[2] ?? 60);
const SUBMITTERS = [1, 2, 4];
const PAGES = 20;
const ROUNDS = 15;

const { bytes } = textDocument(PAGES);
const settledSchema = z.object({ jobChanged: z.object({ job: z.object({ status: z.string() }) }) });
const submittedSchema = z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) });

await using service = await startService({ env: { LOG_LEVEL: "error" } });
await using library = createIsolatedExtractor();
const client = createRestClient(service);
const graphql = createGraphqlClient(service);

await throughput(2);
const rows = [];
for (const submitters of SUBMITTERS) rows.push(await throughput(submitters));
printTable([["submitters", "documents a minute", "p50 ms", "p99 ms"], ...rows]);
await compareWithLibrary();
print(`the server holds ${Math.round(residentKb(service.pid) / 1024)} MB`);
for (const { pid } of extractionHosts(service)) {
  print(`an extraction host holds ${Math.round(residentKb(pid) / 1024)} MB`);
}

async function throughput(submitters: number): Promise<readonly string[]> {
  const started = performance.now();
  const times = await mapConcurrently([...Array(DOCUMENTS).keys()], submitters, async () => {
    const at = performance.now();
    const hash = await client.submit(bytes, { mode: "native_text" });
    await client.waitUntilSettled(hash);
    return performance.now() - at;
  });
  const minutes = (performance.now() - started) / 60_000;
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return [submitters, DOCUMENTS / minutes, p50 ?? 0, p99 ?? 0].map((value) => value.toFixed(0));
}

/** Both in turns, so that what else the machine does hits both. A subscription tells the end without polling. */
async function compareWithLibrary(): Promise<void> {
  const { id } = await graphql.upload("document.pdf", bytes);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [inLibrary, inService] = [await timeOf(throughLibrary), await timeOf(() => throughService(id))];
    ratios.push(inService / inLibrary);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  print(
    `a document of ${PAGES} pages through the service takes ${median.toFixed(2)} times as long as in the library`,
  );
}

async function throughLibrary(): Promise<void> {
  await library.extract(bytes, { mode: "native_text" });
}

async function throughService(upload: string): Promise<void> {
  const submit = `mutation ($upload: ID!) {
    submitDocument(input: { upload: $upload, options: { mode: NATIVE_TEXT } }) { job { id } }
  }`;
  const { submitDocument } = await graphql.read(submittedSchema, submit, { upload });
  const watch = "subscription ($id: ID!) { jobChanged(id: $id) { job { status } } }";
  for await (const { jobChanged } of graphql.subscribe(settledSchema, watch, { id: submitDocument.job.id })) {
    if (jobChanged.job.status === "FAILED") throw new Error("A document failed.");
  }
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const at = performance.now();
  await work();
  return performance.now() - at;
}
