import { ExtractionError } from "@galley/core/extract-options";
import { fieldDocument, type FieldDocument, type FieldsSchema } from "@galley/fields";
import { electronicFiles } from "../../fields/electronic-files.ts";
import { type DocumentReader, sourceOf } from "../extract/document-reader.ts";
import { inOrder } from "../extract/in-order.ts";
import type { Input } from "../extract/inputs.ts";
import { createProgress, type Progress } from "../extract/progress.ts";
import { tellError } from "../messages.ts";
import type { FieldsArguments } from "./fields-arguments.ts";

/** A document that was read, and how messages name it. */
export interface ReadDocument {
  readonly name: string;
  readonly document: FieldDocument;
}

export interface EachRun extends Pick<FieldsArguments, "verbosity"> {
  readonly schema: FieldsSchema;
  readonly reader: DocumentReader;
  readonly signal: AbortSignal;
}

type Use<Result> = (document: ReadDocument) => Promise<Result>;

/**
 * Reads documents, several at a time, and passes each to `use`. Resolves to the results in the order of the inputs;
 * undefined for documents that could not be read, which are reported.
 */
export async function readEach<Result>(
  inputs: readonly Input[],
  run: EachRun,
  use: Use<Result>,
): Promise<readonly (Result | undefined)[]> {
  using progress = createProgress(inputs, {
    stream: process.stderr,
    now: Date.now,
    shown: run.verbosity !== "quiet",
  });
  const results: (Result | undefined)[] = [];
  const work = (input: Input): Promise<Result | undefined> => readOne(input, { ...run, progress }, use);
  for await (const result of inOrder(inputs, { atOnce: run.reader.atOnce, work })) results.push(result);
  return results;
}

interface OneRun extends EachRun {
  readonly progress: Progress;
}

async function readOne<Result>(input: Input, run: OneRun, use: Use<Result>): Promise<Result | undefined> {
  const { signal, progress } = run;
  if (signal.aborted) return undefined;
  try {
    return await use({ name: input.name, document: await documentOf(input, run) });
  } catch (error) {
    if (signal.aborted) return undefined;
    const problem = problemOf(error);
    progress.around(() => tellError(`${input.name}: ${problem}`));
    return undefined;
  } finally {
    progress.finished(input);
  }
}

async function documentOf(
  input: Input,
  { schema, reader, signal, progress }: OneRun,
): Promise<FieldDocument> {
  const source = await sourceOf(input, signal);
  const document = await reader.read(source, {
    signal,
    onPage: (_outcome, pages) => progress.page(input, pages),
  });
  return fieldDocument(document, await electronicFiles(source, schema));
}

/** The sentence about a document that could not be read. @throws any other error */
function problemOf(error: unknown): string {
  if (error instanceof ExtractionError) {
    return error.code === "PASSWORD_REQUIRED" ? `${error.message} Use --password.` : error.message;
  }
  if (error instanceof Error && "syscall" in error) return error.message;
  throw error;
}
