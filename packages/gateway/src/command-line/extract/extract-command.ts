import { tellError, tellWarning } from "../messages.ts";
import { enginesFor } from "../recognition-arguments.ts";
import { ResourceStack } from "../../resource-stack.ts";
import { UsageError } from "../usage-error.ts";
import { destinationOf, folderOf } from "./results/destination.ts";
import { createDocumentReader, type DocumentReader } from "./document-reader.ts";
import type { ExtractArguments } from "./extract-arguments.ts";
import { factsOf } from "./results/formats.ts";
import { expandInputs, type Input } from "./inputs.ts";
import { createProgress, type Progress } from "./progress.ts";
import { type DocumentOutcome, readDocuments } from "./read-documents.ts";
import { createResultWriter, type ResultWriter } from "./results/result-writer.ts";
import { createSummary, type Summary } from "./summary.ts";

/** The exit code of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

/**
 * Runs `galley extract` and resolves to the exit code: 1 if a document or a page could not be read, 130 if it was
 * interrupted.
 *
 * @throws UsageError
 */
export async function runExtract(given: ExtractArguments): Promise<number> {
  const { output, format, allowUrls, verbosity } = given;
  const { inputs, many, passedOver } = await expandInputs(given.inputs, {
    allowUrls,
    except: folderOf(output),
  });
  const signal = interruption();
  if (format === "png") {
    const { writePictures } = await import("./results/picture-files.ts");
    const allDrawn = await writePictures(inputs, { ...given, signal });
    if (signal.aborted) return INTERRUPTED;
    return allDrawn ? 0 : 1;
  }
  const destination = destinationOf(output, { format, many });
  if (destination.kind === "stdout" && factsOf(format).binary && process.stdout.isTTY) {
    const { extension } = factsOf(format);
    throw new UsageError(`--format ${format}: name a file, for example -o out.${extension}`);
  }
  const writer = await createResultWriter(destination, { ...given, inputs });
  await using parts = new ResourceStack();
  const engines = await enginesFor(given.recognition, parts);
  const summary = createSummary(Date.now, passedOver);
  await using reader = await createDocumentReader({ ...given, engines, documents: inputs.length });
  await readAndReport({ inputs, given, reader, writer, signal, summary });
  if (many && verbosity !== "quiet") process.stderr.write(`${summary.text()}\n`);
  if (signal.aborted) return INTERRUPTED;
  return summary.failed ? 1 : 0;
}

interface Run {
  readonly inputs: readonly Input[];
  readonly given: ExtractArguments;
  readonly reader: DocumentReader;
  readonly writer: ResultWriter;
  readonly signal: AbortSignal;
  readonly summary: Summary;
}

/** Shows the progress until the last document is finished. */
async function readAndReport({ inputs, given, summary, ...run }: Run): Promise<void> {
  const { verbosity } = given;
  using progress = createProgress(inputs, {
    stream: process.stderr,
    now: Date.now,
    shown: verbosity !== "quiet",
  });
  for await (const outcome of readDocuments(inputs, { ...given, ...run, progress })) {
    report(outcome, { summary, progress, verbosity });
  }
}

/** Aborts at the first Ctrl-C, so that finished results are kept; a second one ends the process at once. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  return controller.signal;
}

interface Reporting {
  readonly summary: Summary;
  readonly progress: Progress;
  readonly verbosity: ExtractArguments["verbosity"];
}

function report(outcome: DocumentOutcome, { summary, progress, verbosity }: Reporting): void {
  const { input } = outcome;
  if (outcome.kind === "interrupted") return;
  const tell = (write: (message: string) => void, message: string): void =>
    progress.around(() => write(about(input.name, message)));
  if (outcome.kind === "skipped") {
    summary.add("skipped", 0);
    if (verbosity === "verbose") tell(tellProse, "skipped, its result is up to date");
    return;
  }
  if (outcome.kind === "failed") {
    summary.add("failed", 0);
    tell(tellError, outcome.problem);
    return;
  }
  const { pages, notes, failures, path } = outcome;
  summary.add(failures.length > 0 ? "with failed pages" : "read", pages - failures.length);
  if (verbosity !== "quiet") for (const note of notes) tell(tellWarning, note);
  for (const failure of failures) tell(tellError, failure);
  if (verbosity === "verbose")
    tell(tellProse, `${pages} pages${path === undefined ? "" : `, written to ${path}`}`);
}

function tellProse(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** Some messages already begin with the file name. */
function about(file: string, problem: string): string {
  return problem.startsWith(`${file} `) ? problem : `${file}: ${problem}`;
}
