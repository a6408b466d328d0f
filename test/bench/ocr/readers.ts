import { execFile, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import {
  createExtractor,
  createTesseractEngine,
  type ExtractOptionsInput,
  type Extractor,
  linesOfPage,
} from "@galley/core";
import { mapConcurrently } from "../measures/concurrency.ts";
import { endedChildrenCpuMs, ownCpuMs, runningChildrenCpuMs } from "../measures/cpu-time.ts";
import type { PlacedText } from "./score.ts";

const run = promisify(execFile);

/** The image of a page in a file. */
export interface PictureFile {
  readonly path: string;
  readonly dpi: number;
  /** In pixels; only if the resolution is a guess. */
  readonly width?: number;
}

/** A recognised word; peers report no confidence. */
export interface ReadWord extends PlacedText {
  readonly confidence: number;
}

/** A program that reads page images. */
export interface PictureReader extends AsyncDisposable {
  readonly name: string;
  /** The words of an image, in pixels. */
  read(picture: PictureFile): Promise<readonly ReadWord[]>;
}

const POINTS_PER_INCH = 72;

/** Galley's own recogniser, or an installed Tesseract that it drives. */
const BENCH_ENGINES = ["wasm", "tesseract"] as const;
export type BenchEngine = (typeof BENCH_ENGINES)[number];

export function benchEngine(name: string): BenchEngine {
  const engine = BENCH_ENGINES.find((known) => known === name);
  if (engine) return engine;
  throw new Error(`--engine ${name} is unknown; valid: ${BENCH_ENGINES.join(", ")}`);
}

/** Galley with an installed Tesseract; without `tessdata`, it has the language data in `scratch`. */
export async function galleyWithTesseract(
  {
    threads,
    tessdata,
    scratch,
  }: { readonly threads: number; readonly tessdata: string; readonly scratch: string },
  options: ExtractOptionsInput,
): Promise<PictureReader> {
  if (tessdata === "") await writeOwnData(scratch);
  const engine = await createTesseractEngine({ processes: threads, tessdata: tessdata || scratch });
  const extractor = createExtractor({ threads, engines: { tesseract: engine }, ocrEngine: "tesseract" });
  return {
    name: `Galley ${options.mode ?? ""}, tesseract${tessdata === "" ? "" : ", fast"}`,
    read: (picture) => wordsOf(extractor, { ...picture, options }),
    async [Symbol.asyncDispose]() {
      await extractor[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
    },
  };
}

/** Galley as a library. */
export function galleyReader(
  { threads, tessdata = "" }: { readonly threads: number; readonly tessdata?: string },
  options: ExtractOptionsInput,
): PictureReader {
  const extractor = createExtractor({ threads, tessdata });
  return {
    name: `Galley ${options.mode ?? ""}${tessdata === "" ? "" : ", fast"}`,
    read: (picture) => wordsOf(extractor, { ...picture, options }),
    [Symbol.asyncDispose]: () => extractor[Symbol.asyncDispose](),
  };
}

async function wordsOf(
  extractor: Extractor,
  { path, dpi, width, options }: PictureFile & { readonly options: ExtractOptionsInput },
): Promise<readonly ReadWord[]> {
  const { pages } = await extractor.extract(path, options);
  return pages.flatMap(({ outcome }) => {
    if (!outcome.ok) return [];
    const scale = width === undefined ? dpi / POINTS_PER_INCH : width / outcome.width;
    return linesOfPage(outcome)
      .flatMap(({ words }) => words)
      .map(({ text, confidence, box: { x0, y0, x1, y1 } }) => ({
        text,
        confidence,
        box: { x0: x0 * scale, y0: y0 * scale, x1: x1 * scale, y1: y1 * scale },
      }));
  });
}

/** Tesseract's automatic page segmentation. */
const AUTOMATIC = 3;

/**
 * Native Tesseract, one process per image, with the same language data as Galley, or that of a folder;
 * undefined if it is missing.
 */
export async function tesseractReader(
  scratch: string,
  { tessdata = "", psm = AUTOMATIC }: { readonly tessdata?: string; readonly psm?: number } = {},
): Promise<PictureReader | undefined> {
  if (spawnSync("tesseract", ["--version"]).status !== 0) return undefined;
  if (tessdata === "") await writeOwnData(scratch);
  return {
    name: `tesseract${psm === AUTOMATIC ? "" : ` --psm ${psm}`}${tessdata === "" ? "" : ", fast"}`,
    async read({ path, dpi }) {
      const places = ["--tessdata-dir", tessdata || scratch, "--dpi", String(Math.round(dpi))];
      const options = ["--psm", String(psm), "-c", "tessedit_create_tsv=1"];
      // Several multi-threaded processes would slow one another down.
      const env = { ...process.env, OMP_THREAD_LIMIT: "1" };
      const { stdout } = await run("tesseract", [path, "-", ...places, ...options], {
        env,
        maxBuffer: 2 ** 26,
      });
      return stdout.split("\n").flatMap(wordOfRow);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function writeOwnData(folder: string): Promise<void> {
  const ocr = createRequire(new URL("../../../packages/ocr/package.json", import.meta.url));
  const language = ocr.resolve("@tesseract.js-data/eng/package.json");
  const data = join(language, "../4.0.0_best_int/eng.traineddata.gz");
  await writeFile(join(folder, "eng.traineddata"), gunzipSync(await readFile(data)));
}

/** Level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
function wordOfRow(row: string): readonly ReadWord[] {
  const columns = row.split("\t");
  const [x = 0, y = 0, width = 0, height = 0] = columns.slice(6, 10).map(Number);
  const text = columns[11]?.trim() ?? "";
  if (columns[0] !== "5" || text === "") return [];
  return [
    { text, confidence: Number(columns[10]) / 100, box: { x0: x, y0: y, x1: x + width, y1: y + height } },
  ];
}

/** OCRmyPDF, one process per image, whose PDF is read natively; undefined if it is not installed. */
export function ocrmypdfReader(): PictureReader | undefined {
  if (spawnSync("ocrmypdf", ["--version"]).status !== 0) return undefined;
  const hasUnpaper = spawnSync("unpaper", ["--version"]).status === 0;
  const preparation = ["--deskew", ...(hasUnpaper ? ["--clean"] : [])];
  const extractor = createExtractor({ threads: 1 });
  return {
    name: `ocrmypdf ${preparation.join(" ")}`,
    async read({ path, dpi }) {
      const options = ["--jobs", "1", "--output-type", "pdf", "--image-dpi", String(Math.round(dpi))];
      await run("ocrmypdf", [...preparation, ...options, path, `${path}.pdf`]);
      return wordsOf(extractor, { path: `${path}.pdf`, dpi, options: { mode: "native_text" } });
    },
    [Symbol.asyncDispose]: () => extractor[Symbol.asyncDispose](),
  };
}

/** The words, and the total time and CPU time, that of processes started included. */
export interface PicturesRead {
  readonly words: readonly (readonly ReadWord[])[];
  readonly milliseconds: number;
  readonly cpuMs: number;
}

/** Reads images concurrently; an unreadable image has no words. */
export async function readPictures(
  reader: PictureReader,
  pictures: readonly PictureFile[],
  atOnce: number,
): Promise<PicturesRead> {
  const [start, cpuBefore] = [performance.now(), cpuMsSoFar()];
  const words = await mapConcurrently(pictures, atOnce, (picture) => reader.read(picture).catch(() => []));
  return { words, milliseconds: performance.now() - start, cpuMs: cpuMsSoFar() - cpuBefore };
}

/** CPU time of this process and of those that it started, in milliseconds; Linux alone tells that of the latter. */
export function cpuMsSoFar(): number {
  return ownCpuMs() + endedChildrenCpuMs() + runningChildrenCpuMs();
}
