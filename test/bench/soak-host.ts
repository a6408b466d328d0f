/**
 * Whether the memory of the extraction host grows with the number of documents (R31), without the service, so
 * that there can be many: heaps of several threads take some thousand documents to reach their size.
 *
 * node test/bench/soak-host.ts [documents]
 */
import { createIsolatedExtractor } from "@galley/core";
import { textDocument } from "../fixtures/long.ts";
import { mapConcurrently } from "./measures/concurrency.ts";
import { print } from "./measures/print-table.ts";
import { residentKb } from "./measures/resident-memory.ts";
import { slopeOf } from "./measures/slope.ts";

const DOCUMENTS = Number(process.argv[2] ?? 20_000);
const STEP = Math.max(10, Math.round(DOCUMENTS / 40));
/** The share of documents to discard first. */
const WARM_UP = 0.5;
const AT_ONCE = 4;
const GOAL_KB = 1;

await using extractor = createIsolatedExtractor({ threads: 2 });
const { bytes } = textDocument(3);
const looks: (readonly [documents: number, kb: number])[] = [];
for (let documents = STEP; documents <= DOCUMENTS; documents += STEP) {
  await mapConcurrently([...Array(STEP).keys()], AT_ONCE, () =>
    extractor.extract(bytes, { mode: "native_text" }),
  );
  looks.push([documents, extractor.processIds().reduce((sum, pid) => sum + residentKb(pid), 0)]);
}
const slope = slopeOf(looks.filter(([documents]) => documents > DOCUMENTS * WARM_UP));
const end = Math.round((looks.at(-1)?.[1] ?? 0) / 1024);
print(
  `${DOCUMENTS} documents: ${slope.toFixed(2)} KB a document in the last ${100 * (1 - WARM_UP)} %, ${end} MB in the end`,
);
process.exitCode = slope <= GOAL_KB ? 0 : 1;
