import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Semaphore } from "../semaphore.ts";
import type { RecognitionEngine } from "../engines.ts";
import type { ImageContent, ImageToRecognise, RecognisedImage } from "../image-recogniser.ts";
import { SEGMENTATION } from "../../../engines/ocr/recogniser.ts";
import { foldersIn, type GivenFolders } from "../recognition-places.ts";
import { wordsInHocr } from "./hocr.ts";
import { type ChosenLanguages, LanguageFolders, ownLanguages } from "./language-folders.ts";
import { TesseractProcess, type TesseractStart } from "./tesseract-process.ts";

/** Settings of an installed Tesseract; all optional. */
export interface TesseractOptions {
  /** Name or path of the program; `tesseract` by default. */
  readonly program?: string | undefined;
  /** Folders of `.traineddata` files, the preferred one first; the program's own is searched, too. */
  readonly tessdata?: GivenFolders | undefined;
  /** Number of images that are read at a time, each by a process of its own; 1 by default. */
  readonly processes?: number | undefined;
  /** Time limit of an image; 60 s by default. */
  readonly timeoutMs?: number | undefined;
  /** Memory limit of a process; 1024 MB by default, not on Windows. */
  readonly memoryMb?: number | undefined;
}

/** An engine with processes that end when it is disposed. */
export interface DisposableEngine extends RecognitionEngine, AsyncDisposable {}

const CHECK_MS = 15_000;
const TIMEOUT_MS = 60_000;
const MEMORY_MB = 1024;

/** A process that was not used for this long is ended. */
const IDLE_MS = 60_000;

const SEGMENTATIONS = {
  page: SEGMENTATION.PAGE,
  block: SEGMENTATION.BLOCK,
  sparse: SEGMENTATION.SPARSE,
  line: SEGMENTATION.LINE,
} as const satisfies Record<ImageContent, number>;

/**
 * Starts an engine that recognises with an installed Tesseract 5, in processes of its own.
 *
 * @throws Error if Tesseract is not installed, older than 5, or has no language.
 */
export async function createTesseractEngine(options: TesseractOptions = {}): Promise<DisposableEngine> {
  const { program = "tesseract", tessdata = "" } = options;
  const version = await versionOf(program);
  const own = ownLanguages(await listedLanguages(program));
  const scratch = await mkdtemp(join(tmpdir(), "galley-tesseract-"));
  const folders = new LanguageFolders(program, { own, folders: foldersIn(tessdata), scratch });
  if (!(await folders.hasLanguage())) {
    await rm(scratch, { recursive: true, force: true });
    throw new Error(
      `${program} has no language data. Install it, for example Debian's package tesseract-ocr-eng.`,
    );
  }
  const pool = new TesseractPool({ ...options, program }, scratch);
  return {
    takes: "prepared",
    async recognise(image, signal): Promise<RecognisedImage> {
      const { notes, ...chosen } = await folders.choose(image.lang);
      const hocr = await pool.read(image, { ...chosen, signal });
      return { words: wordsInHocr(hocr), model: `tesseract ${version}, ${chosen.languages}`, notes };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

interface Kept {
  readonly key: string;
  readonly process: TesseractProcess;
  readonly timer: NodeJS.Timeout;
}

interface PoolOptions extends Omit<TesseractOptions, "tessdata"> {
  readonly program: string;
}

/** Processes that are kept for the next image with the same languages and segmentation. */
class TesseractPool implements AsyncDisposable {
  readonly #options: PoolOptions;
  readonly #folder: string;
  readonly #slots: Semaphore;
  readonly #most: number;
  /** Least recently used first. */
  #idle: readonly Kept[] = [];
  readonly #busy = new Set<TesseractProcess>();
  #nextFile = 1;
  #isDisposed = false;

  constructor(options: PoolOptions, folder: string) {
    const { processes = 1 } = options;
    this.#options = options;
    this.#folder = folder;
    this.#slots = new Semaphore(processes);
    // Each segmentation needs a process of its own.
    this.#most = Object.keys(SEGMENTATIONS).length * processes;
  }

  async read(
    image: ImageToRecognise,
    { languages, tessdata, signal }: Omit<ChosenLanguages, "notes"> & { readonly signal: AbortSignal },
  ): Promise<string> {
    using _ = await this.#slots.take(signal);
    if (this.#isDisposed) throw new Error("The engine was disposed.");
    const path = join(this.#folder, `${this.#nextFile++}.png`);
    const segmentation = SEGMENTATIONS[image.shows];
    const key = `${segmentation} ${languages}`;
    try {
      await writeFile(path, image.png, { mode: 0o600 });
      const process = this.#take(key) ?? this.#start({ languages, tessdata, segmentation });
      this.#busy.add(process);
      try {
        const { timeoutMs = TIMEOUT_MS } = this.#options;
        return await process.read(path, { timeoutMs, signal });
      } finally {
        this.#busy.delete(process);
        this.#keep(key, process);
      }
    } finally {
      await rm(path, { force: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    for (const { process, timer } of this.#idle) {
      clearTimeout(timer);
      process[Symbol.dispose]();
    }
    for (const process of this.#busy) process[Symbol.dispose]();
    this.#idle = [];
    await rm(this.#folder, { recursive: true, force: true });
  }

  #start(start: Pick<TesseractStart, "languages" | "tessdata" | "segmentation">): TesseractProcess {
    const { program, memoryMb = MEMORY_MB } = this.#options;
    return new TesseractProcess({ ...start, program, memoryMb });
  }

  #take(key: string): TesseractProcess | undefined {
    const kept = this.#idle.findLast((candidate) => candidate.key === key);
    if (!kept) return undefined;
    this.#drop(kept);
    return kept.process.isOver ? undefined : kept.process;
  }

  #keep(key: string, process: TesseractProcess): void {
    if (process.isOver || this.#isDisposed) {
      process[Symbol.dispose]();
      return;
    }
    const timer = setTimeout(() => {
      this.#drop(kept);
      process[Symbol.dispose]();
    }, IDLE_MS);
    timer.unref();
    const kept = { key, process, timer };
    this.#idle = [...this.#idle, kept];
    const [oldest] = this.#idle;
    if (this.#idle.length <= this.#most || !oldest) return;
    this.#drop(oldest);
    oldest.process[Symbol.dispose]();
  }

  #drop(kept: Kept): void {
    clearTimeout(kept.timer);
    this.#idle = this.#idle.filter((other) => other !== kept);
  }
}

const OLDEST = 5;

async function versionOf(program: string): Promise<string> {
  const { stdout, stderr } = await run(program, ["--version"]);
  const version = /tesseract\s+v?(\d+)(\.[\w.-]+)?/.exec(stdout + stderr);
  if (!version) throw new Error(`${program} is not Tesseract: "${program} --version" prints no version.`);
  if (Number(version[1]) < OLDEST) {
    throw new Error(
      `${program} is Tesseract ${version[1]}${version[2] ?? ""}; version 5 or newer is needed.`,
    );
  }
  return `${version[1]}${version[2] ?? ""}`;
}

async function listedLanguages(program: string): Promise<string> {
  const { stdout, stderr } = await run(program, ["--list-langs"]);
  return stdout === "" ? stderr : stdout;
}

async function run(program: string, call: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  try {
    return await promisify(execFile)(program, [...call], { timeout: CHECK_MS });
  } catch (cause) {
    const why =
      cause instanceof Error && "code" in cause && cause.code === "ENOENT" ? "was not found" : "failed";
    const install = "Install it, for example Debian's packages tesseract-ocr and tesseract-ocr-eng.";
    throw new Error(`Tesseract ("${program}") ${why}. ${install}`, { cause });
  }
}
