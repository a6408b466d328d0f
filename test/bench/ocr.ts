import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createExtractor, EXTRACTION_MODES } from "@galley/core";
import { DEGRADATIONS, degradedPage } from "@galley/core/testing";
import { addBoxes, type CheckBoxScore, f1Of, NO_BOXES, scoreCheckBoxes } from "./ocr/check-box-score.ts";
import { Calibration } from "./ocr/calibration.ts";
import { checkBoxSheets } from "./ocr/check-box-sheets.ts";
import { formPages, scoreFormPages } from "./ocr/form-pages.ts";
import { orientationRows } from "./ocr/orientation.ts";
import { type TurnablePage, turnablePages } from "./ocr/orientation-pages.ts";
import { type KnownPage, knownPages } from "./ocr/pages.ts";
import {
  benchEngine,
  galleyReader,
  ocrmypdfReader,
  type PictureReader,
  type PicturesRead,
  readPictures,
  tesseractReader,
} from "./ocr/readers.ts";
import { RECEIPT_COLUMNS, receiptRow } from "./ocr/receipt-rows.ts";
import { type Receipt, receipts } from "./ocr/receipts.ts";
import { addScores, editsPer100, NO_SCORE, type Score } from "./ocr/score.ts";
import { type KnownPicture, printSteps, scoreOf } from "./ocr/steps.ts";
import { LANGUAGE_COLUMNS, languageRows } from "./ocr/languages.ts";
import { WARNING_COLUMNS, warningRows } from "./ocr/warnings.ts";
import { print, printTable } from "./measures/print-table.ts";

/**
 * Accuracy and speed of OCR, compared with native Tesseract and OCRmyPDF if they are installed. Pages with
 * known words are rendered, degraded in seeded ways and read; errors are counted by position.
 */

const DEFAULT_DATA = resolve("../shared/data");

/** Tesseract's fast data, where Debian installs it. */
const FAST_DATA = "/usr/share/tesseract-ocr/5/tessdata";

/** A kind of page besides those of `DEGRADATIONS`. */
const RECEIPTS = "receipts";

/** Tesseract's page segmentations that receipts are read with: automatic, one column, one block. */
const RECEIPT_SEGMENTATIONS = [3, 4, 6];

/** Pages read concurrently. */
const AT_ONCE = 2;

/** Sheets of check boxes, and their degradations. */
const SHEETS = 4;
const SHEET_DEGRADATIONS = ["clean", "skewed 1°", "scan at 200 dpi", "low resolution, 150 dpi"];
const BOX_COLUMNS = ["", "drawn", "read", "found", "F1", "state right"];

const scratch = mkdtempSync(join(tmpdir(), "galley-ocr-"));
try {
  await main();
} finally {
  rmSync(scratch, { recursive: true });
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      data: { type: "string" },
      mode: { type: "string" },
      engine: { type: "string", default: "wasm" },
      pages: { type: "string", default: "100" },
      steps: { type: "boolean", default: false },
      orientation: { type: "boolean", default: false },
      boxes: { type: "boolean", default: false },
      warnings: { type: "boolean", default: false },
      languages: { type: "boolean", default: false },
      kinds: { type: "string" },
      receipts: { type: "string", default: "10" },
      "set-aside": { type: "boolean", default: false },
      tessdata: { type: "string", default: FAST_DATA },
    },
  });
  const data = values.data ?? (existsSync(DEFAULT_DATA) ? DEFAULT_DATA : undefined);
  const kindsAsked = values.kinds?.split(",");
  const mode = modeNamed(values.mode);
  const known = async (): Promise<KnownPage[]> => (await knownPages(data)).slice(0, Number(values.pages));
  if (values.boxes) return printCheckBoxes(data);
  if (values.orientation) return printOrientation(turnablePages(await known(), data), values);
  if (values.warnings) {
    print("## Pages with a warning, by the share of their words that was found, mode low_cost\n");
    return printRows(WARNING_COLUMNS, warningRows(await known(), data));
  }
  if (values.languages) {
    print("## Words in other languages by their confidence, mode low_cost: the share that is right\n");
    return printRows(LANGUAGE_COLUMNS, languageRows(data, values.tessdata));
  }
  if (kindsAsked?.includes(RECEIPTS) ?? true) {
    const set = values["set-aside"] ? "set aside" : "others";
    await printReceipts(receipts(data, { count: Number(values.receipts), set }));
  }
  const kinds = Object.keys(DEGRADATIONS).filter((kind) => kindsAsked?.includes(kind) ?? true);
  if (kinds.length === 0) return;
  const pages = await known();
  if (values.steps) {
    const pictures = (await Promise.all(kinds.map((kind) => picturesOf(pages, kind)))).flat();
    return printSteps(pictures, { mode, engine: benchEngine(values.engine), scratch });
  }
  await printScans(pages, kinds, mode);
  await printSpeed(pages, existsSync(values.tessdata) ? values.tessdata : "");
  await printCheckBoxes(data);
}

/** Errors and confidences of degraded pages, beside those of the peers that are installed. */
async function printScans(
  pages: readonly KnownPage[],
  kinds: readonly string[],
  mode: (typeof EXTRACTION_MODES)[number],
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const peers = [await tesseractReader(scratch), ocrmypdfReader()].filter((peer) => peer !== undefined);
  const readers = [galleyReader({ threads: AT_ONCE }, { mode }), ...peers].map((reader) => stack.use(reader));
  printCalibration(await printErrors(pages, kinds, readers));
}

function modeNamed(name: string | undefined): (typeof EXTRACTION_MODES)[number] {
  return EXTRACTION_MODES.find((known) => known === name) ?? "high_quality";
}

async function printOrientation(
  pages: Readonly<Record<string, readonly TurnablePage[]>>,
  { kinds, tessdata }: { readonly kinds?: string | undefined; readonly tessdata: string },
): Promise<void> {
  const chosen = Object.entries(pages).filter(([kind]) => kinds?.split(",").includes(kind) ?? true);
  print("## Pages turned four ways: how many are upright afterwards\n");
  const rows = await orientationRows(Object.fromEntries(chosen), tessdata);
  printTable([["", "pictures", "right", "share", "upright, but turned"], ...rows]);
}

/** Prints each row when it is measured, because the others may take an hour, and all in columns at the end. */
async function printRows(
  columns: readonly string[],
  measured: AsyncIterable<readonly string[]>,
): Promise<void> {
  const rows = [columns];
  for await (const row of measured) {
    console.error(row.join(" | "));
    rows.push(row);
  }
  printTable(rows);
}

async function picturesOf(pages: readonly KnownPage[], kind: string): Promise<readonly KnownPicture[]> {
  const degradation = DEGRADATIONS[kind];
  if (!degradation) return [];
  return Promise.all(
    pages.map(async (page, index) => {
      const { png, dpi, toPoints } = await degradedPage(page.pdf, page.number, degradation);
      const path = join(scratch, `${kind.replaceAll(/\W/gu, "")}-${index}.png`);
      writeFileSync(path, png);
      return { page, path, dpi, toPoints };
    }),
  );
}

async function printErrors(
  pages: readonly KnownPage[],
  kinds: readonly string[],
  readers: readonly PictureReader[],
): Promise<Calibration> {
  const calibration = new Calibration();
  print(`## Errors of ${pages.length} pages: edits per 100 characters, words found, seconds per page\n`);
  const rows = [["", ...readers.flatMap(({ name }) => [name, "words", "s/page"])]];
  for (const kind of kinds) {
    const pictures = await picturesOf(pages, kind);
    const figures: string[] = [];
    const byKind = new Map<string, string[]>();
    for (const reader of readers) {
      const { words, milliseconds } = await readPictures(reader, pictures, AT_ONCE);
      const scores = pictures.map((picture, index) => scoreOf(picture, words[index] ?? []));
      const seconds = (milliseconds / 1000 / pages.length).toFixed(2);
      figures.push(...figuresOf(scores), seconds);
      if (reader === readers[0]) addWords(calibration, pictures, words);
      if (kind === "clean") addGroups(byKind, pictures, scores);
    }
    rows.push([kind, ...figures]);
    for (const [group, own] of byKind) rows.push([`  ${group}`, ...own]);
  }
  printTable(rows);
  return calibration;
}

async function printReceipts(pictures: readonly Receipt[]): Promise<void> {
  if (pictures.length === 0) return;
  print(`## ${pictures.length} receipts, capitals and small letters the same\n`);
  const rows: (readonly string[])[] = [RECEIPT_COLUMNS];
  for (const start of receiptReaders()) {
    await using reader = await start();
    if (reader) rows.push(await receiptRow(reader, pictures, AT_ONCE));
  }
  printTable(rows);
}

function receiptReaders(): readonly (() => Promise<PictureReader | undefined> | PictureReader | undefined)[] {
  return [
    () => galleyReader({ threads: AT_ONCE }, { mode: "low_cost" }),
    () => galleyReader({ threads: AT_ONCE }, { mode: "high_quality" }),
    ...RECEIPT_SEGMENTATIONS.map((psm) => () => tesseractReader(scratch, { psm })),
    () => ocrmypdfReader(),
  ];
}

function printCalibration(calibration: Calibration): void {
  print(
    "## Words of Galley by their confidence, all kinds of pages: how many, and the share that is right\n",
  );
  printTable([["confidence", "words", "right"], ...calibration.rows()]);
}

function addWords(
  calibration: Calibration,
  pictures: readonly KnownPicture[],
  words: PicturesRead["words"],
): void {
  for (const [index, { page }] of pictures.entries()) calibration.add(page.words, words[index] ?? []);
}

function addGroups(
  rows: Map<string, string[]>,
  pictures: readonly KnownPicture[],
  scores: readonly Score[],
): void {
  for (const group of ["prose", "tables", "forms"] as const) {
    const own = scores.filter((_, index) => pictures[index]?.page.kind === group);
    rows.set(group, [...(rows.get(group) ?? []), ...figuresOf(own), ""]);
  }
}

function figuresOf(scores: readonly Score[]): readonly [string, string] {
  const score = scores.reduce(addScores, NO_SCORE);
  const { wordsFound, words } = score;
  return [editsPer100(score).toFixed(2), (wordsFound / Math.max(1, words)).toFixed(3)];
}

/** A contestant, started with a number of concurrent pages. */
type Contestant = (threads: number) => Promise<PictureReader | undefined> | PictureReader | undefined;

async function printSpeed(pages: readonly KnownPage[], tessdata: string): Promise<void> {
  print("## Clean pages: pages a minute with one and two at a time; one page alone on two threads by one\n");
  const pictures = await picturesOf(pages, "clean");
  const galley =
    (folder: string): Contestant =>
    (threads) =>
      galleyReader({ threads, tessdata: folder }, { mode: "low_cost" });
  const contestants: readonly Contestant[] = [
    galley(""),
    () => tesseractReader(scratch),
    ...(tessdata === "" ? [] : [galley(tessdata), () => tesseractReader(scratch, { tessdata })]),
    () => ocrmypdfReader(),
  ];
  const rows = [["", "one", "two", "alone, two by one", "MB of a thread"]];
  for (const contestant of contestants) {
    const row = await speedOf(contestant, pictures);
    if (row) rows.push(row);
  }
  printTable(rows);
}

async function speedOf(
  contestant: Contestant,
  pictures: readonly KnownPicture[],
): Promise<string[] | undefined> {
  await using one = await contestant(1);
  if (!one) return undefined;
  const perMinute = (milliseconds: number): string => ((60_000 * pictures.length) / milliseconds).toFixed(1);
  const before = process.memoryUsage().rss;
  await readPictures(one, pictures.slice(0, 2), 1);
  const alone = await readPictures(one, pictures, 1);
  const megabytes = (process.memoryUsage().rss - before) / 2 ** 20;
  await using two = await contestant(2);
  if (!two) return undefined;
  await readPictures(two, pictures.slice(0, 2), 2);
  const both = await readPictures(two, pictures, 2);
  const isGalley = one.name.startsWith("Galley");
  const together = isGalley ? await readPictures(two, pictures, 1) : undefined;
  return [
    one.name,
    perMinute(alone.milliseconds),
    perMinute(both.milliseconds),
    together ? (together.milliseconds / alone.milliseconds).toFixed(2) : "",
    isGalley ? megabytes.toFixed(0) : "",
  ];
}

async function printCheckBoxes(data: string | undefined): Promise<void> {
  await using extractor = createExtractor({ threads: 2 });
  print(`## Check boxes and radio buttons of ${SHEETS} made sheets, mode form\n`);
  const rows: string[][] = [];
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
    rows.push(boxRow(kind, scores.reduce(addBoxes, NO_BOXES)));
  }
  printTable([BOX_COLUMNS, ...rows]);
  const pages = await formPages(extractor, data);
  if (pages.length === 0) return;
  print(`## Check boxes and radio buttons of ${pages.length} pages of forms, mode form\n`);
  const scores: string[][] = [];
  for (const kind of SHEET_DEGRADATIONS) {
    scores.push(boxRow(kind, await scoreFormPages(extractor, pages, kind)));
  }
  printTable([BOX_COLUMNS, ...scores]);
}

function boxRow(kind: string, score: CheckBoxScore): string[] {
  const counts = [score.drawn, score.read, score.found].map(String);
  return [kind, ...counts, f1Of(score).toFixed(3), (score.rightState / Math.max(1, score.found)).toFixed(3)];
}
