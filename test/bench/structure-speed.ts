import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createExtractor, type Extractor, toMarkdown } from "@galley/core";
import { print, printTable } from "./measures/print-table.ts";

/**
 * What blocks and Markdown cost: pages per second with `blocks` and `toMarkdown`, as a share of those with layout text
 * alone, with one thread and with one for each core. Both take turns on the same documents in one process, so other load
 * affects both. Folders and files are given as arguments.
 *
 * Processor time is that of all threads of the process, and shows the cost. Elapsed time is what a caller sees if nothing
 * else runs: the page threads are kept busy, while pages are joined and rendered on the calling thread beside them.
 */

const ROUNDS = 7;

/** Rounds discarded first, for each thread: they share the pages of a round, and each compiles for itself. */
const WARM_UP_ROUNDS = 16;

const DEFAULT_FOLDERS = ["documents/multicolumn", "documents/tables", "structure/tables"].map((folder) =>
  resolve("../shared/data", folder),
);

interface Measured {
  readonly processorMs: number;
  readonly elapsedMs: number;
}

interface Round {
  readonly text: Measured;
  readonly blocks: Measured;
}

const { positionals } = parseArgs({ allowPositionals: true });
const paths = pathsIn(positionals.length > 0 ? positionals : DEFAULT_FOLDERS);
const { documents, pages } = await readable(paths);
print(`${pages} pages of ${documents.length} documents; median of ${ROUNDS} rounds\n`);
const rows: (readonly string[])[] = [
  ["", "text, ms a page", "with blocks and Markdown", "share of pages per second"],
];
for (const threads of new Set([1, availableParallelism()])) {
  const rounds = await roundsWith(threads);
  const name = threads === 1 ? "1 thread" : `${threads} threads`;
  rows.push(rowOf(`${name}, processor time`, rounds, ({ processorMs }) => processorMs));
  rows.push(rowOf(`${name}, elapsed time`, rounds, ({ elapsedMs }) => elapsedMs));
}
printTable(rows);

async function roundsWith(threads: number): Promise<readonly Round[]> {
  await using extractor = createExtractor({ threads });
  const rounds: Round[] = [];
  const warmUp = WARM_UP_ROUNDS * threads;
  for (let round = 0; round < warmUp + ROUNDS; round++) {
    const text = await measured(extractor, { threads, blocks: false });
    const blocks = await measured(extractor, { threads, blocks: true });
    if (round >= warmUp) rounds.push({ text, blocks });
  }
  return rounds;
}

function pathsIn(places: readonly string[]): readonly string[] {
  return places
    .flatMap((place) =>
      place.endsWith(".pdf")
        ? [place]
        : globSync("**/*.pdf", { cwd: place }).map((name) => join(place, name)),
    )
    .toSorted();
}

/** The documents that can be read, without those that need a password, and their number of pages. */
async function readable(
  found: readonly string[],
): Promise<{ readonly documents: readonly Uint8Array[]; readonly pages: number }> {
  await using extractor = createExtractor({ threads: 1 });
  const read: Uint8Array[] = [];
  let sum = 0;
  for (const path of found) {
    const bytes = readFileSync(path);
    const count = await extracted(extractor, bytes, true).catch(() => 0);
    if (count > 0) read.push(bytes);
    sum += count;
  }
  return { documents: read, pages: sum };
}

async function measured(
  extractor: Extractor,
  { threads, blocks }: { readonly threads: number; readonly blocks: boolean },
): Promise<Measured> {
  const start = performance.now();
  const before = process.cpuUsage();
  const waiting = documents.values();
  // One document more than there are threads, so that each has work while a document is joined.
  const readers = Array.from({ length: threads + 1 }, async () => {
    for (const bytes of waiting) await extracted(extractor, bytes, blocks);
  });
  await Promise.all(readers);
  const { user, system } = process.cpuUsage(before);
  return { processorMs: (user + system) / 1000, elapsedMs: performance.now() - start };
}

async function extracted(extractor: Extractor, bytes: Uint8Array, blocks: boolean): Promise<number> {
  const document = await extractor.extract(bytes, { mode: "native_text", blocks });
  if (blocks) toMarkdown(document.blocks);
  return document.pages.length;
}

function rowOf(name: string, rounds: readonly Round[], time: (of: Measured) => number): readonly string[] {
  const text = median(rounds.map((round) => time(round.text)));
  const blocks = median(rounds.map((round) => time(round.blocks)));
  const share = median(rounds.map((round) => time(round.text) / time(round.blocks)));
  return [name, (text / pages).toFixed(2), (blocks / pages).toFixed(2), share.toFixed(2)];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}
