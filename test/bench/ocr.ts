import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createExtractor, EXTRACTION_MODES } from "@galley/core";
import { DEGRADATIONS, degradedPage, type DegradedPage } from "@galley/core/testing";
import { addBoxes, f1Of, NO_BOXES, scoreCheckBoxes } from "./ocr/check-box-score.ts";
import { checkBoxSheets } from "./ocr/check-box-sheets.ts";
import { type KnownPage, knownPages } from "./ocr/pages.ts";
import {
  galleyReader,
  ocrmypdfReader,
  type PictureFile,
  type PictureReader,
  readPictures,
  tesseractReader,
} from "./ocr/readers.ts";
import { addScores, NO_SCORE, type Score, scoreWords } from "./ocr/score.ts";
import { print, printTable } from "./print-table.ts";

/**
 * How well and how fast pictures of pages are read, beside native Tesseract and OCRmyPDF where they are installed.
 * Pages with known words are drawn, degraded in seeded ways and read; errors are counted place by place.
 */

const DEFAULT_DATA = resolve("../shared/data");

/** Pages that are read at a time. */
const AT_ONCE = 2;

/** Sheets of check boxes, and what they are degraded by. */
const SHEETS = 4;
const SHEET_DEGRADATIONS = ["clean", "skewed 1°", "scan at 200 dpi", "low resolution, 150 dpi"];

const scratch = mkdtempSync(join(tmpdir(), "galley-ocr-"));
try {
  await main();
} finally {
  rmSync(scratch, { recursive: true });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { data: { type: "string" }, mode: { type: "string" }, kinds: { type: "string" } },
  });
  const data = values.data ?? (existsSync(DEFAULT_DATA) ? DEFAULT_DATA : undefined);
  const mode = EXTRACTION_MODES.find((known) => known === values.mode) ?? "high_quality";
  await using extractor = createExtractor({ threads: 2 });
  const pages = await knownPages(extractor, data);
  const kinds = Object.keys(DEGRADATIONS).filter((kind) => values.kinds?.split(",").includes(kind) ?? true);
  await using stack = new AsyncDisposableStack();
  const peers = [await tesseractReader(scratch), ocrmypdfReader()].filter((peer) => peer !== undefined);
  const readers = [galleyReader(AT_ONCE, { mode }), ...peers].map((reader) => stack.use(reader));
  await printErrors(pages, kinds, readers);
  await printThreads(pages, readers);
  await printCheckBoxes();
}

interface Picture extends PictureFile {
  readonly page: KnownPage;
  readonly toPoints: DegradedPage["toPoints"];
}

async function picturesOf(pages: readonly KnownPage[], kind: string): Promise<readonly Picture[]> {
  const degradation = DEGRADATIONS[kind];
  if (!degradation) return [];
  return Promise.all(
    pages.map(async (page, index) => {
      const { png, dpi, toPoints } = await degradedPage(page.pdf, page.number, degradation);
      const path = join(scratch, `${index}.png`);
      writeFileSync(path, png);
      return { page, path, dpi, toPoints };
    }),
  );
}

async function printErrors(
  pages: readonly KnownPage[],
  kinds: readonly string[],
  readers: readonly PictureReader[],
): Promise<void> {
  print(`## Errors of ${pages.length} pages: edits per 100 characters, words found, seconds per page\n`);
  const rows = [["", ...readers.flatMap(({ name }) => [name, "words", "s/page"])]];
  for (const kind of kinds) {
    const pictures = await picturesOf(pages, kind);
    const figures: string[] = [];
    const byKind = new Map<string, string[]>();
    for (const reader of readers) {
      const { words, milliseconds } = await readPictures(reader, pictures, AT_ONCE);
      const scores = pictures.map(({ page, toPoints }, index) =>
        scoreWords(
          page.words,
          (words[index] ?? []).map(({ text, box }) => ({ text, box: toPoints(box) })),
        ),
      );
      const seconds = (milliseconds / 1000 / pages.length).toFixed(2);
      figures.push(...figuresOf(scores), seconds);
      if (kind === "clean") addGroups(byKind, pictures, scores);
    }
    rows.push([kind, ...figures]);
    for (const [group, own] of byKind) rows.push([`  ${group}`, ...own]);
  }
  printTable(rows);
}

function addGroups(
  rows: Map<string, string[]>,
  pictures: readonly Picture[],
  scores: readonly Score[],
): void {
  for (const group of ["prose", "tables", "forms"] as const) {
    const own = scores.filter((_, index) => pictures[index]?.page.kind === group);
    rows.set(group, [...(rows.get(group) ?? []), ...figuresOf(own), ""]);
  }
}

function figuresOf(scores: readonly Score[]): readonly [string, string] {
  const { edits, characters, wordsFound, words } = scores.reduce(addScores, NO_SCORE);
  return [((100 * edits) / Math.max(1, characters)).toFixed(2), (wordsFound / Math.max(1, words)).toFixed(3)];
}

async function printThreads(pages: readonly KnownPage[], readers: readonly PictureReader[]): Promise<void> {
  print("## Clean pages, wall time: seconds per page\n");
  const pictures = await picturesOf(pages, "clean");
  const rows = [["", "one at a time", "two"]];
  for (const reader of readers) {
    const one = await readPictures(reader, pictures, 1);
    const two = await readPictures(reader, pictures, 2);
    const seconds = ({ milliseconds }: typeof one): string => (milliseconds / 1000 / pages.length).toFixed(2);
    rows.push([reader.name, seconds(one), seconds(two)]);
  }
  printTable(rows);
}

async function printCheckBoxes(): Promise<void> {
  print(`## Check boxes and radio buttons of ${SHEETS} made sheets, mode form\n`);
  await using extractor = createExtractor({ threads: 2 });
  const rows = [["", "drawn", "read", "found", "F1", "state right"]];
  for (const kind of SHEET_DEGRADATIONS) {
    const degradation = DEGRADATIONS[kind];
    if (!degradation) continue;
    const scores = await Promise.all(
      checkBoxSheets(SHEETS).map(async ({ pdf, labels }) => {
        const { png } = await degradedPage(pdf, 1, degradation);
        const { text } = await extractor.extract(png, { mode: "form" });
        return scoreCheckBoxes(text, labels);
      }),
    );
    const sum = scores.reduce(addBoxes, NO_BOXES);
    const state = sum.rightState / Math.max(1, sum.found);
    rows.push([
      kind,
      ...[sum.drawn, sum.read, sum.found].map(String),
      f1Of(sum).toFixed(3),
      state.toFixed(3),
    ]);
  }
  printTable(rows);
}
