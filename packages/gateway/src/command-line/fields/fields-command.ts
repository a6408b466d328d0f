import { writeFile } from "node:fs/promises";
import { fieldDocument, jsonSchemaOf, proposedSchema, readFields, splitInvoices } from "@galley/fields";
import { ResourceStack } from "../../resource-stack.ts";
import { createDocumentReader, sourceOf } from "../extract/document-reader.ts";
import { expandInputs } from "../extract/inputs.ts";
import type { Values } from "../extraction-options.ts";
import { tellWarning } from "../messages.ts";
import { enginesFor } from "../recognition-arguments.ts";
import { UsageError } from "../usage-error.ts";
import { type FieldsArguments, fieldsArguments } from "./fields-arguments.ts";
import { type DocumentFields, writeFields } from "./fields-output.ts";
import { type ReadDocument, readEach } from "./read-each.ts";

/** The exit code if a person should look at fields. */
const NEEDS_REVIEW = 3;
/** The exit code of a command that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Runs `galley fields` with the values of its options. @throws UsageError */
export async function runFieldsCommand(inputs: readonly string[], values: Values): Promise<number> {
  const { newSchema, evaluate, against, ...others } = values;
  if (typeof evaluate === "string") {
    if (inputs.length > 0) throw new UsageError("--evaluate: expected no other documents");
    const { runEvaluate } = await import("./evaluate-command.ts");
    return runEvaluate(await fieldsArguments([evaluate], others), against);
  }
  if (against !== undefined) throw new UsageError("--against: expected with --evaluate");
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
  const { signal } = controller;
  const outcomes = await readEach(inputs, { ...given, reader, signal }, (document) =>
    fieldsOf(document, given, signal),
  );
  const documents = outcomes.flatMap((outcome) => outcome ?? []);
  await writeFields(documents, { ...given, format: given.format ?? "json", many });
  if (signal.aborted) return INTERRUPTED;
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

/** The fields of a document, or of each of its invoices if it is split. */
async function fieldsOf(
  { name, document }: ReadDocument,
  { schema, readers, split }: Pick<FieldsArguments, "schema" | "readers" | "split">,
  signal: AbortSignal,
): Promise<readonly DocumentFields[]> {
  const parts = split ? splitInvoices(document, schema) : [document];
  const results: DocumentFields[] = [];
  for (const part of parts) {
    const numbers = part.pages.map(({ number }) => number);
    const pages = parts.length > 1 ? ([numbers[0] ?? 0, numbers.at(-1) ?? 0] as const) : undefined;
    results.push({ file: name, pages, result: await readFields(part, schema, { readers, signal }) });
  }
  return results;
}
