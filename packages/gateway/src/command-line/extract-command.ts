import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { ExtractionError, extractText, type ExtractedDocument } from "@galley/core/extract-text";
import { documentJson } from "./document-json.ts";
import {
  type ExtractArguments,
  extractUsage,
  isStructureOutput,
  readExtractArguments,
  type Output,
} from "./extract-arguments.ts";
import { UsageError } from "./option-arguments.ts";
import { createProgressBar, type ProgressBar } from "./progress-bar.ts";
import { enginesFor } from "./recognition-arguments.ts";

/**
 * Runs `galley extract` and resolves to the exit code: 1 if a file or page could not be read, 2 for invalid
 * usage.
 */
export async function runExtract(arguments_: readonly string[]): Promise<0 | 1 | 2> {
  try {
    const parsed = readExtractArguments(arguments_);
    if (parsed === "help") {
      await write(extractUsage());
      return 0;
    }
    if (parsed.output === "pdf" && process.stdout.isTTY) {
      throw new UsageError("--output pdf: redirect it to a file, for example > searchable.pdf");
    }
    const bar = createProgressBar(process.stderr);
    await using parts = new AsyncDisposableStack();
    const engines = await enginesFor(parsed.recognition, parts);
    let exitCode: 0 | 1 = 0;
    for (const file of parsed.files) {
      const outcome = await extractFile(file, { ...parsed, engines }, bar);
      if (outcome.output !== undefined) await write(outcome.output);
      for (const problem of outcome.problems) process.stderr.write(`galley: ${about(file, problem)}\n`);
      if (outcome.failed) exitCode = 1;
    }
    return exitCode;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`galley: ${error.message}\nSee: galley extract --help\n`);
    return 2;
  }
}

interface FileOutcome {
  /** The output to write; undefined if the document could not be read. */
  readonly output?: string | Uint8Array;
  /** Messages for standard error. */
  readonly problems: readonly string[];
  readonly failed: boolean;
}

interface Extraction extends ExtractArguments {
  readonly engines: Awaited<ReturnType<typeof enginesFor>>;
}

async function extractFile(
  file: string,
  { options, recognition, engines, output }: Extraction,
  bar: ProgressBar,
): Promise<FileOutcome> {
  try {
    const source = file === "-" ? await buffer(process.stdin) : file;
    const document = await extractText(source, options, {
      tessdata: recognition.tessdata,
      ...engines,
      onPage: (_outcome, progress) => bar.show(file, progress),
    });
    const failures = document.pages
      .filter(({ status }) => status === "failed")
      .map(({ number, message }) => `page ${number}: ${message}`);
    const notes = [document.message, ...pageNotes(document)].filter((note) => note !== "");
    const failed = failures.length > 0 || document.pages.length === 0;
    return {
      output: await rendered(document, { file, source, output }),
      problems: [...notes, ...failures],
      failed,
    };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const advice = error.code === "PASSWORD_REQUIRED" ? " Use --password." : "";
    return { problems: [error.message + advice], failed: true };
  } finally {
    bar.clear();
  }
}

/** Pages named in a message; the others are counted. */
const PAGES_NAMED = 10;

/** The messages of the pages that were read, each once. */
function pageNotes({ pages }: ExtractedDocument): readonly string[] {
  const read = pages.filter(({ status, message }) => status !== "failed" && message !== "");
  const byMessage = Map.groupBy(read, ({ message }) => message);
  return Array.from(
    byMessage,
    ([message, those]) => `${pagesNamed(those.map(({ number }) => number))}: ${message}`,
  );
}

function pagesNamed(numbers: readonly number[]): string {
  const [only] = numbers;
  if (numbers.length === 1) return `page ${only}`;
  const further = numbers.length - PAGES_NAMED;
  return `pages ${numbers.slice(0, PAGES_NAMED).join(", ")}${further > 0 ? ` and ${further} more` : ""}`;
}

/** Some messages already begin with the file name. */
function about(file: string, problem: string): string {
  return problem.startsWith(`${file} `) ? problem : `${file}: ${problem}`;
}

interface Rendering {
  readonly file: string;
  readonly source: string | Uint8Array;
  readonly output: Output;
}

async function rendered(
  document: ExtractedDocument,
  { file, source, output }: Rendering,
): Promise<string | Uint8Array> {
  if (output === "json") return documentJson(file, document);
  if (isStructureOutput(output)) {
    const { renderedStructure } = await import("./structure-output.ts");
    return renderedStructure(file, document.blocks, output);
  }
  if (output === "pdf") {
    const { searchablePdf } = await import("@galley/core");
    return searchablePdf(source, document);
  }
  return document.text === "" || document.text.endsWith("\n") ? document.text : `${document.text}\n`;
}

/** Respects backpressure. */
async function write(output: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(output)) await once(process.stdout, "drain");
}
