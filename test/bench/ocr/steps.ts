import type { ExtractOptionsInput } from "@galley/core";
import type { DegradedPage } from "@galley/core/testing";
import { mapConcurrently } from "../measures/concurrency.ts";
import { PAGE_THREAD, StageProfiler, type Stages, threadTimes } from "../readers/page-profile.ts";
import { print, printTable } from "../measures/print-table.ts";
import type { KnownPage } from "./pages.ts";
import {
  type BenchEngine,
  galleyReader,
  galleyWithTesseract,
  ocrmypdfReader,
  type PictureFile,
  type PictureReader,
  readPictures,
  type ReadWord,
  tesseractReader,
} from "./readers.ts";
import { addScores, editsPer100, NO_SCORE, type Score, scoreWords } from "./score.ts";

/** The image of a page whose words are known. */
export interface KnownPicture extends PictureFile {
  readonly page: KnownPage;
  readonly toPoints: DegradedPage["toPoints"];
}

export function scoreOf({ page, toPoints }: KnownPicture, words: readonly ReadWord[]): Score {
  return scoreWords(
    page.words,
    words.map(({ text, box }) => ({ text, box: toPoints(box) })),
  );
}

/** Where each step's code is; the innermost that matches counts, so that recognition belongs to what asked for it. */
const STEPS: Stages = [
  ["second looks", /\/reading\/(second-look|doubtful-lines|broken-print)\./],
  ["first reading", /\/reading\/read-together\.|\/text-reader\.|\/png\./],
  ["orientation, script and language", /\/geometry\/orientation\.|\/recognition\/languages\//],
  ["preparation", /\/raster\/|\/recognition\/pictures\//],
  ["layout", /\/layout\//],
  ["words and choices", /\/recognition\/(words|native-text|recognise-)/],
  ["starting the recogniser", /\/recognisers\/warm-recognisers\.|\/ocr\/(tesseract-library|language-data)\./],
  ["opening, drawing", /\/engines\/(images|render|open-document)/],
  ["between threads", /\/pool\/|\/piscina\//],
];

type Threads = ReturnType<typeof threadTimes>;

interface Figures {
  readonly reader: PictureReader;
  readonly cpuMs: number;
  /** CPU time of this process's threads by kind, in milliseconds. */
  readonly threads: Threads;
  readonly score: Score;
}

/** Prints the CPU time of a page by step, beside native Tesseract and OCRmyPDF, which read the same pages in turns. */
export async function printSteps(
  pictures: readonly KnownPicture[],
  {
    mode,
    engine,
    scratch,
  }: { readonly mode: ExtractOptionsInput["mode"]; readonly engine: BenchEngine; readonly scratch: string },
): Promise<void> {
  const profiler = await StageProfiler.attached(STEPS);
  await using stack = new AsyncDisposableStack();
  const galley = stack.use(
    engine === "wasm"
      ? galleyReader({ threads: 1 }, { mode })
      : await galleyWithTesseract({ threads: 1, tessdata: "", scratch }, { mode }),
  );
  const native = await tesseractReader(scratch);
  const peers = [native, ocrmypdfReader()].filter((peer) => peer !== undefined);
  const readers = [galley, ...peers.map((peer) => stack.use(peer))];
  // Code is compiled while the first pages are read.
  await readPictures(galley, pictures, 1);
  let all: readonly Figures[] = readers.map((reader) => ({ reader, cpuMs: 0, threads: [], score: NO_SCORE }));
  for (const picture of pictures)
    all = await mapConcurrently(all, 1, (figures) => withOneMore(figures, picture));
  const shares = await profiler.sharesDuring(() => readPictures(galley, pictures, 1));
  profiler.close();
  printStepsOf(all, shares, pictures.length);
  printComparison(all, native, pictures.length);
}

async function withOneMore(figures: Figures, picture: KnownPicture): Promise<Figures> {
  const { reader } = figures;
  const before = threadTimes();
  const { words, cpuMs } = await readPictures(reader, [picture], 1);
  const threads = threadTimes().map(([name, ms], index): [string, number] => {
    return [name, ms - (before[index]?.[1] ?? 0) + (figures.threads[index]?.[1] ?? 0)];
  });
  const score = addScores(figures.score, scoreOf(picture, words[0] ?? []));
  return { reader, cpuMs: figures.cpuMs + cpuMs, threads, score };
}

function printStepsOf(
  [galley]: readonly Figures[],
  shares: ReadonlyMap<string, number>,
  pages: number,
): void {
  if (!galley) return;
  const { reader, cpuMs, threads } = galley;
  const inProcess = threads.reduce((sum, [, ms]) => sum + ms, 0);
  const pageThread = threads.find(([name]) => name === PAGE_THREAD)?.[1] ?? 0;
  const steps = [...shares].map(([step, share]) => [step, share * pageThread] as const);
  const others = threads.filter(([name]) => name !== PAGE_THREAD);
  const rows = [...steps.toSorted((one, other) => other[1] - one[1]), ...others];
  const processes = ["processes of Tesseract", Math.max(0, cpuMs - inProcess)] as const;
  print(`## ${reader.name}: CPU time of a page by step; ${pages} pages, one at a time\n`);
  printTable([
    ["", "ms", "share"],
    ...[...rows, processes, ["all", cpuMs] as const].map(([step, ms]) => [
      step,
      (ms / pages).toFixed(1),
      `${((100 * ms) / cpuMs).toFixed(1)} %`,
    ]),
  ]);
}

function printComparison(all: readonly Figures[], native: PictureReader | undefined, pages: number): void {
  const ofNative = all.find(({ reader }) => reader === native)?.cpuMs;
  print("## CPU time and errors, in turns\n");
  printTable([
    ["", "CPU ms/page", "÷ tesseract", "edits per 100 characters"],
    ...all.map(({ reader, cpuMs, score }) => [
      reader.name,
      (cpuMs / pages).toFixed(0),
      ofNative === undefined ? "" : (cpuMs / ofNative).toFixed(2),
      editsPer100(score).toFixed(2),
    ]),
  ]);
}
