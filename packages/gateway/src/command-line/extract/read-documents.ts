import { ExtractionError } from "@galley/core/extract-options";
import type { ExtractedDocument } from "@galley/core/extract-text";
import { failuresOf, notesOf } from "./document-notes.ts";
import { type DocumentReader, sourceOf } from "./document-reader.ts";
import type { ExtractArguments } from "./extract-arguments.ts";
import { inOrder } from "./in-order.ts";
import type { Input } from "./inputs.ts";
import type { Progress } from "./progress.ts";
import { rendered } from "./results/rendered.ts";
import type { ResultWriter } from "./results/result-writer.ts";

/** What came of one document. */
export type DocumentOutcome =
  | { readonly kind: "skipped"; readonly input: Input }
  | { readonly kind: "interrupted"; readonly input: Input }
  | { readonly kind: "failed"; readonly input: Input; readonly problem: string }
  | {
      readonly kind: "read";
      readonly input: Input;
      readonly pages: number;
      readonly notes: readonly string[];
      /** The pages that could not be read. */
      readonly failures: readonly string[];
      /** The file that was written; undefined for standard output. */
      readonly path: string | undefined;
    };

export interface Reading extends Pick<ExtractArguments, "format" | "jsonFields"> {
  readonly reader: DocumentReader;
  readonly writer: ResultWriter;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** Reads the documents and writes each result as soon as it can be; the outcomes are in the order of the inputs. */
export async function* readDocuments(
  inputs: readonly Input[],
  reading: Reading,
): AsyncGenerator<DocumentOutcome, void, undefined> {
  const { reader, progress } = reading;
  const work = (input: Input): Promise<() => Promise<DocumentOutcome>> => readAndWrite(input, reading);
  for await (const settle of inOrder(inputs, { atOnce: reader.atOnce, work })) {
    const outcome = await settle();
    progress.finished(outcome.input);
    yield outcome;
  }
}

/** Resolves when the document is read; what it resolves to writes the result if it shares a file with others. */
async function readAndWrite(input: Input, reading: Reading): Promise<() => Promise<DocumentOutcome>> {
  const { writer, signal } = reading;
  const settled = (outcome: DocumentOutcome) => async (): Promise<DocumentOutcome> => outcome;
  if (signal.aborted) return settled({ kind: "interrupted", input });
  if (await writer.isDone(input)) return settled({ kind: "skipped", input });
  try {
    const { document, output } = await readDocument(input, reading);
    const write = async (): Promise<DocumentOutcome> => {
      try {
        return outcomeOf(input, document, await writer.write(input, output));
      } catch (error) {
        return { kind: "failed", input, problem: await problemOf(error) };
      }
    };
    return writer.ordered ? write : settled(await write());
  } catch (error) {
    if (signal.aborted) return settled({ kind: "interrupted", input });
    return settled({ kind: "failed", input, problem: await problemOf(error) });
  }
}

interface ReadDocument {
  readonly document: ExtractedDocument;
  readonly output: string | Uint8Array;
}

async function readDocument(input: Input, reading: Reading): Promise<ReadDocument> {
  const { reader, progress, signal, format, jsonFields } = reading;
  const source = await sourceOf(input, signal);
  const document = await reader.read(source, {
    signal,
    onPage: (_outcome, pages) => progress.page(input, pages),
  });
  return { document, output: await rendered(document, { name: input.name, source, format, jsonFields }) };
}

function outcomeOf(input: Input, document: ExtractedDocument, path: string | undefined): DocumentOutcome {
  const [notes, failures] = [notesOf(document), failuresOf(document)];
  const pages = document.pages.length;
  if (pages > 0) return { kind: "read", input, pages, notes, failures, path };
  return { kind: "failed", input, problem: notes.join(" ") || "No page is selected." };
}

/** The sentence about a document that could not be read or written. @throws any other error */
async function problemOf(error: unknown): Promise<string> {
  if (error instanceof ExtractionError) {
    return error.code === "PASSWORD_REQUIRED" ? `${error.message} Use --password.` : error.message;
  }
  // Of the file system, such as a full disk.
  if (error instanceof Error && "syscall" in error) return error.message;
  const { fetchProblemOf } = await import("./url-document.ts");
  const problem = fetchProblemOf(error);
  if (problem === undefined) throw error;
  return problem;
}
