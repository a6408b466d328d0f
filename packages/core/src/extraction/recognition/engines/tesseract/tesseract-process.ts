import { type ChildProcess, spawn } from "node:child_process";

/** Tesseract closes a page's element with this line, after which nothing of the page follows. */
const END_OF_PAGE = "\n  </div>\n";

/** No page has more output. */
const MOST_OUTPUT = 32 * 2 ** 20;

/** Shorter parts of the output are joined. */
const LONG = 4096;

/** How much of stderr is kept to report a failure. */
const MOST_STDERR = 1000;

/** How Tesseract is started. */
export interface TesseractStart {
  readonly program: string;
  /** Folder of `.traineddata` files; "" for the program's own. */
  readonly tessdata: string;
  /** Installed languages, such as "eng+deu". */
  readonly languages: string;
  /** Tesseract's page segmentation mode. */
  readonly segmentation: number;
  readonly memoryMb: number;
}

interface Waiting {
  readonly resolve: (hocr: string) => void;
  readonly reject: (error: Error) => void;
}

/** A Tesseract process that reads one image file after another, named on its stdin, and writes hOCR to its stdout. */
export class TesseractProcess implements Disposable {
  readonly #child: ChildProcess;
  /** Output of the current page. */
  #output: string[] = [];
  #length = 0;
  #stderr = "";
  #waiting: Waiting | undefined;
  #isOver = false;

  constructor(start: TesseractStart) {
    this.#child = spawn(...commandOf(start));
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => this.#take(text));
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
    });
    // A process that has ended is reported by its `close` event.
    this.#child.stdin?.on("error", () => undefined);
    this.#child.once("error", (error) => this.#end(error.message));
    this.#child.once("close", (code, signal) => this.#end(signal ?? `exit code ${code}`));
    this.#child.unref();
  }

  /** Whether it has ended or was ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Returns the hOCR of an image file. The process is killed if it takes longer than `timeoutMs` or the signal aborts:
   * Tesseract cannot be interrupted.
   *
   * @throws Error if it ends, hangs or writes too much.
   */
  async read(
    path: string,
    { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<string> {
    signal.throwIfAborted();
    const abort = (): void => this.#kill("The recognition was cancelled.");
    signal.addEventListener("abort", abort);
    const timer = setTimeout(() => this.#kill(`It took more than ${timeoutMs / 1000} s.`), timeoutMs);
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#waiting = { resolve, reject };
        if (this.#isOver) this.#end("it had ended");
        else this.#child.stdin?.write(`${path}\n`);
      });
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  }

  [Symbol.dispose](): void {
    this.#kill("The engine was disposed.");
  }

  #take(text: string): void {
    if (this.#isOver) return;
    // The end of a page may be split between two parts.
    const last = this.#output.pop() ?? "";
    const both = last + text;
    this.#output.push(...(both.length < LONG ? [both] : [last, text]));
    this.#length += text.length;
    if (this.#length > MOST_OUTPUT) this.#kill("It wrote more than a page can have.");
    const tail = both.slice(-(text.length + END_OF_PAGE.length));
    const end = tail.lastIndexOf(END_OF_PAGE);
    if (end < 0) return;
    const page = this.#output.join("");
    this.#output = [];
    this.#length = 0;
    this.#waiting?.resolve(page);
    this.#waiting = undefined;
  }

  #kill(why: string): void {
    this.#child.kill("SIGKILL");
    this.#isOver = true;
    this.#waiting?.reject(new Error(why));
    this.#waiting = undefined;
  }

  #end(how: string): void {
    this.#isOver = true;
    const said = this.#stderr
      .replaceAll(/^Page \d+ :.*$/gm, "")
      .replaceAll(/\s+/g, " ")
      .trim();
    this.#waiting?.reject(new Error(`It ended: ${[how, said].filter((text) => text !== "").join(", ")}.`));
    this.#waiting = undefined;
  }
}

/**
 * One thread for each process, so that the text does not depend on the number of cores, and none of the variables of
 * this process, which may be secrets. Core dumps are disabled because they would contain documents.
 */
const LIMITED = `
  ulimit -c 0
  ulimit -v "$1" 2>/dev/null
  shift
  exec env -i PATH="$PATH" LC_ALL=C.UTF-8 OMP_THREAD_LIMIT=1 \
    \${TESSDATA_PREFIX:+"TESSDATA_PREFIX=$TESSDATA_PREFIX"} "$@"`;

function commandOf({
  program,
  tessdata,
  languages,
  segmentation,
  memoryMb,
}: TesseractStart): [string, string[]] {
  const folder = tessdata === "" ? [] : ["--tessdata-dir", tessdata];
  const settings = ["-l", languages, "--oem", "1", "--psm", String(segmentation), "-c", "stream_filelist=1"];
  // As a setting: the file of settings called "hocr" is missing from folders that have nothing but language data.
  const call = ["stdin", "stdout", ...folder, ...settings, "-c", "tessedit_create_hocr=1"];
  if (process.platform === "win32") return [program, call];
  return ["/bin/sh", ["-c", LIMITED, "sh", String(memoryMb * 1024), program, ...call]];
}
