import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { FIXTURES } from "../fixtures/fixtures.ts";
import { textDocument } from "../fixtures/long.ts";
import { type GalleyProcess, startGalley } from "./galley-process.ts";
import { isPopplerInstalled, popplerPeakMb, readWithPoppler } from "./poppler.ts";

/**
 * Pages per second of native text with its layout, for the documents of the folder given as an argument, beside
 * `pdftotext -layout`. Both read the same documents in turns, so that what else the machine does hits both.
 */

const ROUNDS = 7;

/** Where the documents to measure lie when no folder is given. */
const DEFAULT_FOLDER = resolve("../shared/data/documents");

interface Contestant {
  readonly name: string;
  readonly milliseconds: number[];
  /** Reads all documents once. */
  run(): Promise<number>;
  peakMb(): Promise<number>;
}

const cores = availableParallelism();
const made = mkdtempSync(join(tmpdir(), "galley-bench-"));
try {
  await main();
} finally {
  rmSync(made, { recursive: true });
}

async function main(): Promise<void> {
  const folder = process.argv[2] ?? (existsSync(DEFAULT_FOLDER) ? DEFAULT_FOLDER : writeFixtures());
  const poppler = isPopplerInstalled();
  using one = startGalley(1);
  using all = startGalley(cores);
  const { paths, pages, leftOut } = await documentsOf(folder, one, poppler);
  const contestants = [galley(one, paths, 1), ...(poppler ? [pdftotext(paths, 1)] : [])];
  if (cores > 1) contestants.push(galley(all, paths, cores), ...(poppler ? [pdftotext(paths, cores)] : []));
  for (const contestant of contestants) await contestant.run();
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of contestants) contestant.milliseconds.push(await contestant.run());
  }
  const place = folder === made ? "the fixtures" : folder;
  print(`${pages} pages of ${paths.length} documents of ${place}; median of ${ROUNDS} rounds`);
  for (const reason of leftOut) print(`left out: ${reason}`);
  await printTable(contestants, pages);
  if (!poppler) print("pdftotext is not installed: nothing to compare with (Debian: poppler-utils).");
}

function galley(process_: GalleyProcess, paths: readonly string[], threads: number): Contestant {
  let peak = 0;
  return {
    name: `Galley, ${threads} ${threads === 1 ? "thread" : "threads"}`,
    milliseconds: [],
    async run() {
      const { milliseconds, peakMb } = await process_.read(paths);
      peak = peakMb;
      return milliseconds;
    },
    peakMb: async () => peak,
  };
}

function pdftotext(paths: readonly string[], processes: number): Contestant {
  return {
    name: `pdftotext -layout, ${processes} ${processes === 1 ? "process" : "processes"}`,
    milliseconds: [],
    run: async () => (await readWithPoppler(paths, processes)).milliseconds,
    peakMb: async () => (await popplerPeakMb(paths)) * processes,
  };
}

/** The documents that everyone reads, with the same number of pages; the others with the reason. */
async function documentsOf(
  folder: string,
  reader: GalleyProcess,
  poppler: boolean,
): Promise<{ paths: string[]; pages: number; leftOut: string[] }> {
  const all = globSync("**/*.pdf", { cwd: folder })
    .toSorted()
    .map((name) => join(folder, name));
  if (all.length === 0) throw new Error(`There is no PDF in ${folder}.`);
  const ours = (await reader.read(all)).outcomes;
  const theirs = poppler ? (await readWithPoppler(all, cores)).outcomes : ours;
  const paths: string[] = [];
  const leftOut: string[] = [];
  let pages = 0;
  for (const [index, path] of all.entries()) {
    const count = ours[index];
    if (typeof count === "number" && count === theirs[index]) {
      paths.push(path);
      pages += count;
    } else {
      leftOut.push(`${relative(folder, path)} (Galley: ${count}; pdftotext: ${theirs[index]})`);
    }
  }
  return { paths, pages, leftOut };
}

/** Each contestant beside the one that follows it, which does the same with Poppler. */
async function printTable(contestants: readonly Contestant[], pages: number): Promise<void> {
  const rows = [["", "pages/s", "ratio", "peak MB"]];
  for (const [index, contestant] of contestants.entries()) {
    const speed = pages / (median(contestant.milliseconds) / 1000);
    const rival = contestant.name.startsWith("Galley") ? contestants[index + 1] : undefined;
    const ratio = rival?.name.startsWith("pdftotext")
      ? (median(rival.milliseconds) / median(contestant.milliseconds)).toFixed(2)
      : "";
    rows.push([contestant.name, speed.toFixed(0), ratio, (await contestant.peakMb()).toFixed(0)]);
  }
  for (const [name = "", ...cells] of rows) {
    print(name.padEnd(34) + cells.map((cell) => cell.padStart(10)).join(""));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The project's own documents as files, for where there are no others. */
function writeFixtures(): string {
  for (const [name, make] of Object.entries(FIXTURES)) writeFileSync(join(made, `${name}.pdf`), make().bytes);
  writeFileSync(join(made, "long.pdf"), textDocument(200).bytes);
  return made;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
