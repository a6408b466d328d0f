/**
 * Words that `pdftotext -raw` and pdf.js both find but that Galley's text has split or lost, in layout mode
 * and in text mode, the worst documents first. Fails if a document keeps less than 97 % of them.
 *
 * node test/corpus/find-lost-words.ts [--pages 20] [folder or file …]
 */
import { execFile } from "node:child_process";
import { globSync, statSync } from "node:fs";
import { parseArgs, promisify } from "node:util";
import { createExtractor, type Extractor } from "@galley/core";
import { print, printTable } from "../bench/measures/print-table.ts";
import { readWithPdfjs } from "../bench/quality/pdfjs-characters.ts";
import { lostWords } from "./lost-words.ts";

const DEFAULT_FOLDERS = ["corpus", "documents", "structure/tables", "reference"].map(
  (name) => `../shared/data/${name}`,
);

/** A document that keeps less is reported, and the run fails. */
const LEAST_KEPT = 0.97;

/** In a document with fewer words, a single one would decide. */
const FEWEST_WORDS = 30;

/** Time limit of the other readers, and maximum size of their text. */
const PEER_MS = 30_000;
const MAX_BUFFER = 2 ** 28;

/** Number of lost words shown per document. */
const SHOWN = 8;

const OUTPUT_MODES = ["layout_preserving", "text"] as const;

interface Reading {
  readonly path: string;
  readonly agreed: number;
  /** By output mode. */
  readonly lost: readonly (readonly string[])[];
}

await main();

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pages: { type: "string", default: "20" } },
  });
  const pages = Number(values.pages);
  if (!Number.isInteger(pages) || pages < 1) throw new Error("--pages: expected an integer of at least 1.");
  const paths = (positionals.length > 0 ? positionals : DEFAULT_FOLDERS).flatMap(pdfsIn);
  await using extractor = createExtractor({ threads: 2 });
  const readings: Reading[] = [];
  for (const path of paths) {
    const reading = await readAll(path, pages, extractor).catch(() => undefined);
    if (reading !== undefined) readings.push(reading);
  }
  report(paths.length, readings);
}

function pdfsIn(path: string): readonly string[] {
  if (statSync(path).isFile()) return [path];
  return globSync(`${path}/**/*.pdf`).toSorted();
}

async function readAll(path: string, pages: number, extractor: Extractor): Promise<Reading> {
  const poppler = await readWithPoppler(path, pages);
  const pdfjs = await readWithPdfjs(path, pages);
  const lost: (readonly string[])[] = [];
  let agreed = 0;
  for (const outputMode of OUTPUT_MODES) {
    const options = { mode: "native_text", pages: `1-${pages}`, outputMode } as const;
    const { pages: own } = await extractor.extract(path, options);
    const losses = own.map(({ text }, page) => lostWords(text, [poppler[page] ?? "", pdfjs[page] ?? ""]));
    agreed = losses.reduce((sum, loss) => sum + loss.agreed, 0);
    lost.push(losses.flatMap((loss) => loss.lost));
  }
  return { path, agreed, lost };
}

async function readWithPoppler(path: string, pages: number): Promise<readonly string[]> {
  const options = ["-raw", "-cropbox", "-l", String(pages), path, "-"];
  const { stdout } = await promisify(execFile)("pdftotext", options, {
    maxBuffer: MAX_BUFFER,
    timeout: PEER_MS,
  });
  return stdout.split("\f");
}

function keptOf({ agreed, lost }: Reading): number {
  return 1 - Math.max(...lost.map((words) => words.length)) / Math.max(1, agreed);
}

function report(documents: number, readings: readonly Reading[]): void {
  const incomplete = readings
    .filter(({ lost }) => lost.some((words) => words.length > 0))
    .toSorted((a, b) => keptOf(a) - keptOf(b));
  printTable([
    ["document", "words", "kept in layout", "in text", "lost"],
    ...incomplete.map(({ path, agreed, lost }) => [
      path,
      String(agreed),
      ...lost.map((words) => (1 - words.length / agreed).toFixed(4)),
      [...new Set(lost.flat())].slice(0, SHOWN).join(" "),
    ]),
  ]);
  const agreed = readings.reduce((sum, reading) => sum + reading.agreed, 0);
  const shares = OUTPUT_MODES.map((mode, index) => {
    const lost = readings.reduce((sum, reading) => sum + (reading.lost[index]?.length ?? 0), 0);
    return `${mode} ${(1 - lost / Math.max(1, agreed)).toFixed(5)}`;
  });
  const bad = readings.filter((reading) => reading.agreed >= FEWEST_WORDS && keptOf(reading) < LEAST_KEPT);
  print(
    `${documents} documents, ${readings.length} read by all; words kept of ${agreed}: ${shares.join(", ")}`,
  );
  print(`below ${LEAST_KEPT}: ${bad.length} documents of ${FEWEST_WORDS} words and more`);
  if (bad.length > 0) process.exitCode = 1;
}
