import { linesOfPage, type DocumentBlocks, type PageOutcome } from "@galley/core";
import type { ConfirmedSource, DocumentPart, FieldsSource } from "@galley/core/domain";
import {
  DEFAULT_READERS,
  exampleOf,
  examplesReader,
  FieldsSchemaError,
  FieldValueError,
  modelReader,
  parseFieldsSchema,
  readFields,
  splitInvoices,
  typedValue,
  type FieldDocument,
  type FieldPage,
  type FieldsExample,
  type FieldsSchema,
} from "@galley/fields";
import { DeferredModel } from "./deferred-model.ts";
import { electronicFiles } from "./electronic-files.ts";
import type { FieldsAnswer, FieldsTask } from "./fields-protocol.ts";
import { fieldsTable } from "./fields-table.ts";

type ReadTask = Extract<FieldsTask, { readonly kind: "read" }>;

/** Does a task. What is nobody's mistake is thrown. */
export async function answerTo(task: FieldsTask): Promise<FieldsAnswer> {
  try {
    return await done(task, parseFieldsSchema(task.definition));
  } catch (error) {
    if (error instanceof FieldsSchemaError) {
      return { kind: "refused", field: "definition", message: `definition: ${error.message}` };
    }
    if (error instanceof FieldValueError)
      return { kind: "refused", field: error.field, message: error.message };
    throw error;
  }
}

async function done(task: FieldsTask, schema: FieldsSchema): Promise<FieldsAnswer> {
  const { kind } = task;
  if (kind === "check") return { kind };
  if (kind === "value") return { kind, value: typedValue(schema, task.path, task.text) };
  if (kind === "table") return { kind, table: await fieldsTable(schema, task.rows, task) };
  if (kind === "split") return { kind, parts: partsOf(task.source, schema) };
  if (kind === "example") return { kind, example: exampleIn(task.source, schema) };
  return { kind, ...(await read(task, schema)) };
}

function partsOf(
  source: Pick<FieldsSource, "pages" | "blocks">,
  schema: FieldsSchema,
): readonly DocumentPart[] {
  return splitInvoices(storedDocument(source), schema).map(({ pages, blocks }) => ({
    pages: [pages[0]?.number ?? 1, pages.at(-1)?.number ?? 1],
    blocks: JSON.stringify(blocks),
  }));
}

/** Of the pages alone: an example has neither blocks nor files. */
function exampleIn({ pages, result }: ConfirmedSource, schema: FieldsSchema): string | undefined {
  const document = {
    pages: pages.flatMap(pageOf),
    blocks: { version: 1, pages: [], blocks: [], notes: [] } as const,
    files: [],
  };
  const example = exampleOf({ document, schema, result });
  return example && JSON.stringify(example);
}

async function read(
  { source, answers }: ReadTask,
  schema: FieldsSchema,
): Promise<Omit<Extract<FieldsAnswer, { readonly kind: "read" }>, "kind">> {
  const document = await documentOf(source, schema);
  const examples = source.examples.map((example): FieldsExample => JSON.parse(example));
  const own = [...DEFAULT_READERS, examplesReader(examples)];
  if (!answers) return { result: await readFields(document, schema, { readers: own }), wanted: [] };
  const model = new DeferredModel(answers);
  const readers = [...own, modelReader({ ...answers, model })];
  return { result: await readFields(document, schema, { readers }), wanted: model.wanted };
}

async function documentOf(source: FieldsSource, schema: FieldsSchema): Promise<FieldDocument> {
  const { file } = source;
  const files = file === undefined ? [] : await electronicFiles(file.path, schema);
  return { ...storedDocument(source), files };
}

function storedDocument({ pages, blocks }: Pick<FieldsSource, "pages" | "blocks">): FieldDocument {
  const found: DocumentBlocks = JSON.parse(blocks);
  return { pages: pages.flatMap(pageOf), blocks: found, files: [] };
}

function pageOf(page: PageOutcome): readonly FieldPage[] {
  if (!page.ok) return [];
  const { number, width, height, fields, checkMarks } = page;
  return [{ number, width, height, lines: linesOfPage(page), formFields: fields, checkMarks }];
}
