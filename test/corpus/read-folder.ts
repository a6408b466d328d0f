/**
 * Reads every PDF below a folder through the service, in native text of version 2 and text of version 1, and
 * a sample of them in the OCR modes; compared with pdftotext and MuPDF's mutool if they are installed. No
 * document may cause a crash, a hang or a 5xx.
 *
 * node test/corpus/read-folder.ts [folder] [documents of the sample]
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { mapConcurrently } from "../bench/measures/concurrency.ts";
import { print, printTable } from "../bench/measures/print-table.ts";
import { startService } from "../support/service.ts";
import { takePulse } from "./pulse.ts";
import { outcomeOf, version2, VERSION_1_TEXT, type Outcome, type Way } from "./read-corpus.ts";
import { readWithMupdf } from "./read-with-mupdf.ts";
import { readWithPoppler } from "./read-with-poppler.ts";
import { isInstalled } from "./read-with-program.ts";

const FOLDER = process.argv[2] ?? "../shared/data/corpus";
const SAMPLE = Number(process.argv[3] ?? 24);
const AT_ONCE = 4;
const KINDS = ["text", "empty", "error", "server error", "crash", "hang"] as const;

/** Pages of the sample that are recognised: more would reveal nothing new. */
const FIRST_PAGES = { pages_to_extract: "1-2" };
const RECOGNISING = ["low_cost", "high_quality", "form", "table"].map((mode) => version2(mode, FIRST_PAGES));

/** Other programs, if they are installed. */
const OTHERS = new Map([
  ["pdftotext", readWithPoppler],
  ["mutool", readWithMupdf],
]);

if (existsSync(FOLDER)) await readAll(globSync("**/*.pdf", { cwd: FOLDER }).toSorted());
else print(`There is no folder ${FOLDER}: name one that holds PDFs.`);

type Outcomes = ReadonlyMap<string, Outcome>;

async function readAll(paths: readonly string[]): Promise<void> {
  const sample = paths.filter((_, index) => index % Math.max(1, Math.ceil(paths.length / SAMPLE)) === 0);
  const byWay = new Map<string, Outcomes>();
  await using service = await startService({ env: { LOG_LEVEL: "error" } });
  const readBy = async (way: Way, some: readonly string[]): Promise<void> => {
    const read = (path: string): Promise<Outcome> =>
      outcomeOf(way, service, readFileSync(join(FOLDER, path)));
    byWay.set(way.name, await outcomesOf(some, AT_ONCE, read));
  };
  await using pulse = takePulse(service.url);
  for (const way of [version2("native_text"), VERSION_1_TEXT]) await readBy(way, paths);
  const live = `/health/live p99 ${pulse.quantile(0.99).toFixed(0)} ms of ${pulse.count()}, ${pulse.failures()} failed`;
  for (const way of RECOGNISING) await readBy(way, sample);
  for (const [name, read] of OTHERS) {
    if (!isInstalled(name)) continue;
    const readOne = (path: string): Promise<Outcome> => read(join(FOLDER, path));
    byWay.set(name, await outcomesOf(paths, availableParallelism(), readOne));
  }
  report(byWay);
  print(`while native text was read: ${live}`);
  print(`in all: p99 ${pulse.quantile(0.99).toFixed(0)} ms, ${pulse.failures()} failed`);
}

async function outcomesOf(
  paths: readonly string[],
  atOnce: number,
  read: (path: string) => Promise<Outcome>,
): Promise<Outcomes> {
  const outcomes = await mapConcurrently(paths, atOnce, read);
  return new Map(paths.flatMap((path, index) => (outcomes[index] ? [[path, outcomes[index]] as const] : [])));
}

function report(byWay: ReadonlyMap<string, Outcomes>): void {
  const head = ["way", "documents", ...KINDS, "slowest s"];
  const rows = [...byWay].map(([name, outcomes]) => {
    const all = [...outcomes.values()];
    const counts = KINDS.map((kind) => `${all.filter((outcome) => outcome.kind === kind).length}`);
    return [name, `${all.length}`, ...counts, Math.max(...all.map(({ seconds }) => seconds)).toFixed(1)];
  });
  printTable([head, ...rows]);
  for (const [name, outcomes] of byWay) if (!OTHERS.has(name)) reportFaults(name, outcomes);
  reportUnread(byWay);
}

function reportFaults(name: string, outcomes: Outcomes): void {
  for (const [path, { kind, message, seconds }] of outcomes) {
    if (kind !== "server error" && kind !== "crash" && kind !== "hang") continue;
    print(`FAULT  ${name} of ${path} after ${seconds.toFixed(1)} s: ${kind} ${message.slice(0, 200)}`);
    process.exitCode = 1;
  }
}

/** Documents from which all the others read text and Galley none. */
function reportUnread(byWay: ReadonlyMap<string, Outcomes>): void {
  const others = [...OTHERS.keys()].filter((name) => byWay.has(name));
  const own = byWay.get("v2 native_text");
  const [first] = others;
  if (first === undefined || !own) return;
  const hasText = (name: string, path: string): boolean => byWay.get(name)?.get(path)?.kind === "text";
  const read = [...own.keys()].filter((path) => others.every((name) => hasText(name, path)));
  const unread = read.filter((path) => own.get(path)?.kind !== "text");
  print(
    `of ${read.length} that ${others.join(" and ")} read text from, native_text reads ${read.length - unread.length}`,
  );
  for (const path of unread) {
    const sample = byWay.get(first)?.get(path)?.text.trim().replaceAll(/\s+/gu, " ").slice(0, 60);
    const why = own.get(path);
    print(`UNREAD ${basename(path)}: ${why?.kind} ${why?.message.slice(0, 120)}; ${first} has "${sample}"`);
  }
}
