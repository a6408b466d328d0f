/**
 * The whole service, from submission to completion as seen by a client with a subscription: documents per
 * minute with 1, 2, 4 and 8 submitters, latency, memory of its processes, and overhead over the library.
 *
 * node test/bench/service.ts [documents]
 */
import { createIsolatedExtractor } from "@galley/core";
import { textDocument } from "../fixtures/long.ts";
import { extractionHosts } from "../support/extraction-hosts.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { processesOf } from "../support/processes.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { startService } from "../support/service.ts";
import { mapConcurrently } from "./measures/concurrency.ts";
import { cpuTimeMs, ownCpuMs } from "./measures/cpu-time.ts";
import { print, printTable } from "./measures/print-table.ts";
import { residentKb } from "./measures/resident-memory.ts";
import { listenForSettledJobs } from "./measures/settled-jobs.ts";

const DOCUMENTS = Number(process.argv[2] ?? 60);
const SUBMITTERS = [1, 2, 4, 8];
const PAGES = 20;
const COMPARED_PAGES = [20, 200];
/** From submission until the caller has the whole text. */
const RETRIEVED_PAGES = 300;
const WARM_UP = 5;
const ROUNDS = 25;

const { bytes } = textDocument(PAGES);

await using service = await startService({ env: { LOG_LEVEL: "error" } });
await using library = createIsolatedExtractor();
const client = createRestClient(service);
const settled = listenForSettledJobs(createGraphqlClient(service));

await throughput(2);
const rows = [];
for (const submitters of SUBMITTERS) rows.push(await throughput(submitters));
printTable([["submitters", "documents a minute", "p50 ms", "p99 ms"], ...rows]);
for (const pages of COMPARED_PAGES) await compareWithLibrary(pages, throughService);
await compareWithLibrary(RETRIEVED_PAGES, async (document) => {
  await client.retrieve(await throughService(document));
});
print(`the server holds ${Math.round(residentKb(service.pid) / 1024)} MB`);
for (const { pid } of extractionHosts(service)) {
  print(`an extraction host holds ${Math.round(residentKb(pid) / 1024)} MB`);
}

async function throughput(submitters: number): Promise<readonly string[]> {
  const started = performance.now();
  const times = await mapConcurrently([...Array(DOCUMENTS).keys()], submitters, () =>
    timeOf(() => throughService(bytes)),
  );
  const minutes = (performance.now() - started) / 60_000;
  const sorted = times.toSorted((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.ceil(sorted.length * part) - 1] ?? 0);
  return [submitters, DOCUMENTS / minutes, p50 ?? 0, p99 ?? 0].map((value) => value.toFixed(0));
}

/** Alternating, so that other load affects both. */
async function compareWithLibrary(
  pages: number,
  through: (document: Uint8Array) => Promise<unknown>,
): Promise<void> {
  const document = textDocument(pages).bytes;
  const inLibrary = (): Promise<unknown> => library.extract(document, { mode: "native_text" });
  const inService = (): Promise<unknown> => through(document);
  for (let round = 0; round < WARM_UP; round += 1) {
    await inLibrary();
    await inService();
  }
  const theirs = processesOf(service.dataDir).map(({ pid }) => pid);
  // The library's part in this process takes the pages over from its own, as the server does.
  const ofLibrary = (): number => cpuTimeMs(library.processIds()) + ownCpuMs();
  const cpu = { library: 0, service: 0 };
  const times: { readonly library: number; readonly service: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [start, here] = [cpuTimeMs(theirs), ofLibrary()];
    const libraryMs = await timeOf(inLibrary);
    const [middle, there] = [cpuTimeMs(theirs), ofLibrary()];
    const serviceMs = await timeOf(inService);
    times.push({ library: libraryMs, service: serviceMs });
    cpu.library += there - here;
    // The CPU time of an idle service while the library reads is not part of a document's cost.
    cpu.service += cpuTimeMs(theirs) - middle - ((middle - start) * serviceMs) / libraryMs;
  }
  const ofBoth = [times.map((one) => one.library), times.map((one) => one.service)].map(median);
  const ratios = times.map((one) => one.service / one.library);
  const [inLibraryMs = 0, inServiceMs = 0] = ofBoth;
  print(
    `a document of ${pages} pages through the service takes ${median(ratios).toFixed(2)} times as long as in the library` +
      ` (${inServiceMs.toFixed(0)} and ${inLibraryMs.toFixed(0)} ms), and ${(cpu.service / cpu.library).toFixed(2)} times its CPU time`,
  );
}

async function throughService(document: Uint8Array): Promise<string> {
  const hash = await client.submit(document, { mode: "native_text" });
  await settled.processed(hash);
  return hash;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await work();
  return performance.now() - at;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
