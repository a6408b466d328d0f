/**
 * Whether memory grows with the number of documents that a service has read (R31): the slope of the resident
 * memory of its processes, without the database, over many documents, without the first ones.
 *
 * node test/bench/soak.ts [documents]
 */
import { textDocument } from "../fixtures/long.ts";
import { extractionHosts } from "../support/extraction-hosts.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { startService } from "../support/service.ts";
import { mapConcurrently } from "./measures/concurrency.ts";
import { print } from "./measures/print-table.ts";
import { residentKb } from "./measures/resident-memory.ts";
import { slopeOf } from "./measures/slope.ts";

const DOCUMENTS = Number(process.argv[2] ?? 600);
/** Documents between two measurements. */
const STEP = Math.max(10, Math.round(DOCUMENTS / 50));
/** Heaps and caches reach their size within this share of the documents. */
const WARM_UP = 0.4;
const AT_ONCE = 4;
const GOAL_KB = 1;

await using service = await startService({ env: { LOG_LEVEL: "error" } });
const client = createRestClient(service);
const { bytes } = textDocument(3);
const looks: { readonly documents: number; readonly serverKb: number; readonly hostKb: number }[] = [];
for (let documents = STEP; documents <= DOCUMENTS; documents += STEP) {
  await mapConcurrently([...Array(STEP).keys()], AT_ONCE, async () => {
    const hash = await client.submit(bytes, { mode: "native_text" });
    const { status } = await client.waitUntilSettled(hash);
    if (status !== "processed") throw new Error(`A document is ${status}.`);
    await client.retrieve(hash);
  });
  const hostKb = extractionHosts(service).reduce((sum, { pid }) => sum + residentKb(pid), 0);
  looks.push({ documents, serverKb: residentKb(service.pid), hostKb });
}
const counted = looks.filter(({ documents }) => documents > DOCUMENTS * WARM_UP);
const slopes = {
  server: slopeOf(counted.map(({ documents, serverKb }) => [documents, serverKb])),
  host: slopeOf(counted.map(({ documents, hostKb }) => [documents, hostKb])),
};
const last = looks.at(-1);
print(`${DOCUMENTS} documents, ${counted.length} looks after the first ${WARM_UP * 100} %`);
for (const [name, slope] of Object.entries(slopes)) {
  const verdict = slope <= GOAL_KB ? "" : `, above the goal of ${GOAL_KB}`;
  print(`${name}: ${slope.toFixed(2)} KB a document${verdict}`);
}
print(
  `in the end ${Math.round((last?.serverKb ?? 0) / 1024)} MB and ${Math.round((last?.hostKb ?? 0) / 1024)} MB`,
);
process.exitCode = Object.values(slopes).every((slope) => slope <= GOAL_KB) ? 0 : 1;
