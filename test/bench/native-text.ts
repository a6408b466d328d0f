import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { FIXTURES } from "../fixtures/fixtures.ts";
import { textDocument } from "../fixtures/long.ts";
import { sample } from "../fixtures/sample.ts";
import { timesOfProcess } from "./readers/cold-start.ts";
import { startGalley } from "./readers/galley-process.ts";
import { startPeer } from "./readers/peer-process.ts";
import { printPageProfile } from "./readers/page-profile.ts";
import { print, printTable } from "./measures/print-table.ts";
import { findLiteparse } from "./quality/liteparse-reader.ts";
import type { Reading, ReadingProcess } from "./readers/reading.ts";
import {
  isInstalled,
  programPeakMb,
  readWithProgram,
  TEXT_PROGRAMS,
  type TextProgram,
} from "./readers/text-program.ts";

/**
 * Speed of native text extraction with layout, for the documents of the folder given as an argument, compared
 * with MuPDF, `pdftotext -layout`, liteparse (in the folder given with --liteparse, or installed globally) and
 * pdf.js's `getTextContent`. The readers take turns on the same documents, so other load affects all of them. What a
 * process costs that reads one short page is taken off for each document of the programs that have one process a
 * document. With --profile, it prints where the CPU time of a page goes instead.
 */

const ROUNDS = 5;

/** Discarded rounds first: JIT compilation takes many rounds, in each of two threads. */
const WARM_UP_ROUNDS = 16;

/** Cold starts of each command-line program. */
const COLD_RUNS = 9;

/** Pages of the long document, which shows the speed-up of a second thread within one document. */
const LONG = 1600;

/** The folder of documents if none is given. */
const DEFAULT_FOLDER = resolve("../shared/data/documents");

const LONG_DOCUMENT = `a document of ${LONG} pages`;

/** What a document costs before its first page, in milliseconds. */
type Start = Pick<Reading, "milliseconds" | "cpuMs">;
const NO_START: Start = { milliseconds: 0, cpuMs: 0 };

/** CPU times of processes are counted in hundredths of a second: only many of them show it. */
const STARTS = 200;

const { values: options, positionals } = parseArgs({
  options: { liteparse: { type: "string" }, profile: { type: "boolean" } },
  allowPositionals: true,
});
const cores = availableParallelism();
const counts = cores > 1 ? [1, cores] : [1];
const programs = TEXT_PROGRAMS.filter(isInstalled);
const liteparse = findLiteparse(options.liteparse);
const made = mkdtempSync(join(tmpdir(), "galley-bench-"));
try {
  await main();
} finally {
  rmSync(made, { recursive: true });
}

/** A reader with a number of threads or processes, and its time in each round. */
interface Contestant {
  readonly name: string;
  readonly threads: number;
  readonly process: ReadingProcess;
  readonly program?: TextProgram;
  /** Of its first round, which also counts the start of its processes. */
  coldCpuMs: number;
  readonly readings: Reading[];
}

async function main(): Promise<void> {
  const folder = positionals[0] ?? (existsSync(DEFAULT_FOLDER) ? DEFAULT_FOLDER : writeFixtures());
  if (options.profile === true) {
    await printPageProfile(documentsIn(folder).map((path) => readFileSync(path)));
    return;
  }
  const { paths, pages, leftOut } = await commonDocuments(folder);
  using stack = new DisposableStack();
  const contestants = counts.flatMap((threads) => contestantsWith(threads, stack));
  await compete(contestants, paths);
  const place = folder === made ? "the fixtures" : folder;
  print(`${pages} pages of ${paths.length} documents of ${place}; median of ${ROUNDS} rounds\n`);
  for (const reason of leftOut) print(`left out: ${reason}`);
  await printSpeeds(contestants, { pages, paths });
  printLongDocument(await speedsOfLongDocument(contestants));
  printColdStarts();
  for (const { name, package: debian } of TEXT_PROGRAMS.filter((program) => !programs.includes(program)))
    print(`${name} is not installed (Debian: ${debian}).`);
  if (liteparse === undefined) print("@llamaindex/liteparse is not installed (--liteparse FOLDER).");
}

function contestantsWith(threads: number, stack: DisposableStack): readonly Contestant[] {
  const entry = (name: string, process: ReadingProcess, program?: TextProgram): Contestant => ({
    name,
    threads,
    process: stack.use(process),
    ...(program && { program }),
    coldCpuMs: 0,
    readings: [],
  });
  return [
    entry("Galley", startGalley(threads)),
    ...programs.map((program) => entry(program.name, processesOf(program, threads), program)),
    ...(liteparse === undefined ? [] : [entry("liteparse", startPeer(liteparse, threads))]),
    entry("pdf.js getTextContent", startPeer("pdfjs", threads)),
  ];
}

function processesOf(program: TextProgram, processes: number): ReadingProcess {
  return { read: (paths) => readWithProgram(program, paths, processes), [Symbol.dispose]: () => undefined };
}

/**
 * The documents that all readers can read, with the same number of pages; the others with each reader's
 * result. The readers are started for this only, so that all contestants start cold.
 */
async function commonDocuments(
  folder: string,
): Promise<{ paths: string[]; pages: number; leftOut: string[] }> {
  const all = documentsIn(folder);
  using stack = new DisposableStack();
  const readers = contestantsWith(cores, stack);
  const outcomes: (readonly (number | string)[])[] = [];
  for (const { process } of readers) outcomes.push((await process.read(all)).outcomes);
  const paths: string[] = [];
  const leftOut: string[] = [];
  let pages = 0;
  for (const [index, path] of all.entries()) {
    const own = outcomes.map((counted) => counted[index]);
    const [count] = own;
    if (typeof count === "number" && own.every((other) => other === count)) {
      paths.push(path);
      pages += count;
    } else {
      const reasons = own.map((outcome, reader) => `${readers[reader]?.name}: ${outcome}`).join("; ");
      leftOut.push(`${relative(folder, path)} (${reasons})`);
    }
  }
  return { paths, pages, leftOut };
}

function documentsIn(folder: string): readonly string[] {
  const names = globSync("**/*.pdf", { cwd: folder });
  if (names.length === 0) throw new Error(`There is no PDF in ${folder}.`);
  return names.toSorted().map((name) => join(folder, name));
}

/** Each reader reads all documents in turn, in each round. */
async function compete(contestants: readonly Contestant[], paths: readonly string[]): Promise<void> {
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    for (const contestant of contestants) {
      const reading = await contestant.process.read(paths);
      if (round === 0) contestant.coldCpuMs = reading.cpuMs;
      if (round >= WARM_UP_ROUNDS) contestant.readings.push(reading);
    }
  }
}

async function printSpeeds(
  contestants: readonly Contestant[],
  documents: { readonly pages: number; readonly paths: readonly string[] },
): Promise<void> {
  const { pages, paths } = documents;
  const rows = [
    ["", "threads", "CPU ms/page", "cold", "Galley's ÷", "pages/s", "Galley ×", "p50 ms", "p99", "peak MB"],
  ];
  for (const contestant of contestants) {
    const { name, threads, readings, program } = contestant;
    const start = program === undefined ? NO_START : await startOf(contestant);
    const measured = (of: Contestant, { milliseconds, cpuMs }: Start): Start => ({
      milliseconds: median(of.readings.map((reading) => reading.milliseconds)) - milliseconds * paths.length,
      cpuMs: median(of.readings.map((reading) => reading.cpuMs)) - cpuMs * paths.length,
    });
    const galley = contestants.find((other) => other.threads === threads) ?? contestant;
    const [theirs, own] = [measured(contestant, start), measured(galley, NO_START)];
    const pageTimes = readings.flatMap(({ pageMilliseconds }) => pageMilliseconds).toSorted((a, b) => a - b);
    const peak =
      program === undefined
        ? Math.max(...readings.map(({ peakMb }) => peakMb))
        : threads * (await programPeakMb(program, paths));
    rows.push([
      name,
      String(threads),
      (theirs.cpuMs / pages).toFixed(2),
      (contestant.coldCpuMs / pages).toFixed(2),
      contestant === galley ? "" : (own.cpuMs / theirs.cpuMs).toFixed(2),
      (pages / (theirs.milliseconds / 1000)).toFixed(0),
      contestant === galley ? "" : (theirs.milliseconds / own.milliseconds).toFixed(2),
      pageTimes.length === 0 ? "–" : at(pageTimes, 0.5).toFixed(2),
      pageTimes.length === 0 ? "–" : at(pageTimes, 0.99).toFixed(1),
      peak.toFixed(0),
    ]);
  }
  printTable(rows);
}

async function startOf({ process }: Contestant): Promise<Start> {
  const path = join(made, "short.pdf");
  writeFileSync(path, textDocument(1).bytes);
  const { milliseconds, cpuMs } = await process.read(Array.from({ length: STARTS }, () => path));
  return { milliseconds: milliseconds / STARTS, cpuMs: cpuMs / STARTS };
}

/** Galley's pages per second on one long document, by number of threads. */
async function speedsOfLongDocument(contestants: readonly Contestant[]): Promise<readonly number[]> {
  const path = join(made, "long.pdf");
  writeFileSync(path, textDocument(LONG).bytes);
  const galleys = contestants.filter(({ name }) => name === "Galley");
  const times = galleys.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { process }] of galleys.entries()) {
      const { milliseconds } = await process.read([path]);
      if (round > 0) times[index]?.push(milliseconds);
    }
  }
  return times.map((own) => LONG / (median(own) / 1000));
}

function printLongDocument(speeds: readonly number[]): void {
  const rows = counts.map((threads, index) => [
    `Galley, ${threads} ${threads === 1 ? "thread" : "threads"}`,
    (speeds[index] ?? 0).toFixed(0),
    index === 0 ? "" : `× ${((speeds[index] ?? 0) / (speeds[0] ?? 1)).toFixed(2)}`,
  ]);
  printTable([[LONG_DOCUMENT, "pages/s", "gain"], ...rows]);
}

/** A one-page file on the command line, each run a whole process. */
function printColdStarts(): void {
  const file = join(made, "one-page.pdf");
  writeFileSync(file, sample().bytes);
  const cli = fileURLToPath(new URL("../../packages/gateway/dist/cli.js", import.meta.url));
  const commands: [string, string[]][] = [["galley extract", [process.execPath, cli, "extract", file]]];
  for (const program of programs)
    commands.push([program.name, [program.program, ...program.options, file, ...program.output]]);
  if (liteparse !== undefined) {
    const program = join(dirname(liteparse), "cli.js");
    commands.push(["liteparse", [process.execPath, program, "parse", "--no-ocr", "--quiet", file]]);
  }
  commands.push(["node, doing nothing", [process.execPath, "--eval", ""]]);
  const rows = commands.map(([name, command]) => {
    const times = timesOfProcess(command, COLD_RUNS);
    return [name, at(times, 0).toFixed(0), median(times).toFixed(0)];
  });
  printTable([["one page, whole process", "fastest ms", "median ms"], ...rows]);
}

/** The quantile of ascending values. */
function at(ascending: readonly number[], fraction: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(fraction * ascending.length))] ?? Number.NaN;
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Writes the project's own fixtures to files, if no other documents are given. */
function writeFixtures(): string {
  for (const [name, make] of Object.entries(FIXTURES)) {
    writeFileSync(join(made, `${name}.pdf`), make().bytes);
  }
  writeFileSync(join(made, "two-hundred-pages.pdf"), textDocument(200).bytes);
  return made;
}
