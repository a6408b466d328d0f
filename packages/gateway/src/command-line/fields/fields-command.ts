import { writeFile } from "node:fs/promises";
import { ExtractionError } from "@galley/core/extract-options";
import {
  fieldDocument,
  type FieldsSchema,
  jsonSchemaOf,
  proposedSchema,
  readFields,
  splitInvoices,
} from "@galley/fields";
import { electronicFiles } from "../../fields/electronic-files.ts";
import { ResourceStack } from "../../resource-stack.ts";
import { createDocumentReader, type DocumentReader, sourceOf } from "../extract/document-reader.ts";
import { inOrder } from "../extract/in-order.ts";
import { expandInputs, type Input } from "../extract/inputs.ts";
import { createProgress, type Progress } from "../extract/progress.ts";
import type { Values } from "../extraction-options.ts";
import { tellError, tellWarning } from "../messages.ts";
import { enginesFor } from "../recognition-arguments.ts";
import { UsageError } from "../usage-error.ts";
import { type FieldsArguments, fieldsArguments } from "./fields-arguments.ts";
import { type DocumentFields, writeFields } from "./fields-output.ts";

/** The exit code if a person should look at fields. */
const NEEDS_REVIEW = 3;
/** The exit code of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Runs `galley fields` with the values of its options. @throws UsageError */
export async function runFieldsCommand(inputs: readonly string[], values: Values): Promise<number> {
  const { newSchema, ...others } = values;
  if (typeof newSchema !== "string") return runFields(await fieldsArguments(inputs, others));
  if (inputs.length > 0) throw new UsageError("--new-schema: expected no other documents");
  return runNewSchema(newSchema, await fieldsArguments([newSchema], { ...others, schema: "form" }));
}

/**
 * Runs `galley fields` and resolves to the exit code: 1 if a document could not be read, 3 if fields need review, 130 if
 * it was interrupted.
 *
 * @throws UsageError
 */
async function runFields(given: FieldsArguments): Promise<number> {
  if (given.format === "xlsx" && given.output === undefined && process.stdout.isTTY) {
    throw new UsageError("--format xlsx: name a file, for example -o fields.xlsx");
  }
  const { inputs, many } = await expandInputs(given.inputs, { ...given, except: undefined });
  const controller = new AbortController();
  process.once("SIGINT", () => controller.abort());
  await using parts = new ResourceStack();
  const engines = await enginesFor(given.recognition, parts);
  await using reader = await createDocumentReader({ ...given, engines, documents: inputs.length });
  const outcomes = await readAll(inputs, { ...given, reader, signal: controller.signal });
  const documents = outcomes.flatMap((outcome) => outcome ?? []);
  await writeFields(documents, { ...given, many });
  if (controller.signal.aborted) return INTERRUPTED;
  if (outcomes.includes(undefined)) return 1;
  const review = documents.filter(({ result }) => result.review.length > 0);
  if (given.verbosity !== "quiet") tellOf(documents, review.length);
  return review.length > 0 ? NEEDS_REVIEW : 0;
}

/** What the user should know of the documents: their notes, and how many need a person. */
function tellOf(documents: readonly DocumentFields[], review: number): void {
  for (const { file, result } of documents) for (const note of result.notes) tellWarning(`${file}: ${note}`);
  if (review > 0) tellWarning(`${review} of ${documents.length} documents have fields that need review.`);
}

/** Reads a sample and prints the schema that it proposes. Resolves to the exit code. */
async function runNewSchema(sample: string, given: Omit<FieldsArguments, "schema">): Promise<number> {
  const { inputs } = await expandInputs([sample], { ...given, except: undefined });
  const [input] = inputs;
  if (input === undefined || inputs.length > 1) throw new UsageError("--new-schema: expected one document");
  await using parts = new ResourceStack();
  const engines = await enginesFor(given.recognition, parts);
  await using reader = await createDocumentReader({ ...given, engines, documents: 1 });
  const signal = new AbortController().signal;
  const source = await sourceOf(input, signal);
  const document = await reader.read(source, { signal });
  const schema = proposedSchema(fieldDocument(document));
  const json = `${JSON.stringify(jsonSchemaOf(schema), undefined, 2)}\n`;
  if (given.output === undefined) process.stdout.write(json);
  else await writeFile(given.output, json);
  return 0;
}

interface Run extends Pick<FieldsArguments, "schema" | "readers" | "split" | "verbosity"> {
  readonly reader: DocumentReader;
  readonly signal: AbortSignal;
}

async function readAll(
  inputs: readonly Input[],
  { verbosity, ...run }: Run,
): Promise<readonly (readonly DocumentFields[] | undefined)[]> {
  using progress = createProgress(inputs, {
    stream: process.stderr,
    now: Date.now,
    shown: verbosity !== "quiet",
  });
  const outcomes: (readonly DocumentFields[] | undefined)[] = [];
  const work = (input: Input) => readOne(input, { ...run, progress });
  for await (const outcome of inOrder(inputs, { atOnce: run.reader.atOnce, work })) outcomes.push(outcome);
  return outcomes;
}

interface OneRun {
  readonly schema: FieldsSchema;
  readonly readers: FieldsArguments["readers"];
  readonly split: boolean;
  readonly reader: DocumentReader;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** The fields of a document or of its parts; undefined if it could not be read, which is reported. */
async function readOne(input: Input, run: OneRun): Promise<readonly DocumentFields[] | undefined> {
  const { signal, progress } = run;
  if (signal.aborted) return undefined;
  try {
    return await fieldsOf(input, run);
  } catch (error) {
    if (signal.aborted) return undefined;
    const problem = problemOf(error);
    progress.around(() => tellError(`${input.name}: ${problem}`));
    return undefined;
  } finally {
    progress.finished(input);
  }
}

async function fieldsOf(input: Input, run: OneRun): Promise<readonly DocumentFields[]> {
  const { schema, readers, split, reader, signal, progress } = run;
  const source = await sourceOf(input, signal);
  const document = await reader.read(source, {
    signal,
    onPage: (_outcome, pages) => progress.page(input, pages),
  });
  const whole = fieldDocument(document, await electronicFiles(source, schema));
  const parts = split ? splitInvoices(whole, schema) : [whole];
  const results: DocumentFields[] = [];
  for (const part of parts) {
    const numbers = part.pages.map(({ number }) => number);
    const pages = parts.length > 1 ? ([numbers[0] ?? 0, numbers.at(-1) ?? 0] as const) : undefined;
    results.push({ file: input.name, pages, result: await readFields(part, schema, { readers, signal }) });
  }
  return results;
}

/** The sentence about a document that could not be read. @throws any other error */
function problemOf(error: unknown): string {
  if (error instanceof ExtractionError) {
    return error.code === "PASSWORD_REQUIRED" ? `${error.message} Use --password.` : error.message;
  }
  if (error instanceof Error && "syscall" in error) return error.message;
  throw error;
}
