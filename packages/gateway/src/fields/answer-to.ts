import { linesOfPage, type DocumentBlocks, type PageOutcome } from "@galley/core";
import type { FieldsSource } from "@galley/core/domain";
import {
  DEFAULT_READERS,
  FieldsSchemaError,
  FieldValueError,
  modelReader,
  parseFieldsSchema,
  readFields,
  typedValue,
  type FieldDocument,
  type FieldPage,
  type FieldsSchema,
} from "@galley/fields";
import { DeferredModel, type KnownAnswers } from "./deferred-model.ts";
import { electronicFiles } from "./electronic-files.ts";
import type { FieldsAnswer, FieldsTask } from "./fields-protocol.ts";
import { fieldsTable } from "./fields-table.ts";

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
  return { kind, ...(await read(await documentOf(task.source, schema), schema, task.answers)) };
}

async function read(
  document: FieldDocument,
  schema: FieldsSchema,
  answers: KnownAnswers | undefined,
): Promise<Omit<Extract<FieldsAnswer, { readonly kind: "read" }>, "kind">> {
  if (!answers) return { result: await readFields(document, schema), wanted: [] };
  const model = new DeferredModel(answers);
  const readers = [...DEFAULT_READERS, modelReader({ ...answers, model })];
  return { result: await readFields(document, schema, { readers }), wanted: model.wanted };
}

async function documentOf(
  { pages, blocks, file }: FieldsSource,
  schema: FieldsSchema,
): Promise<FieldDocument> {
  const found: DocumentBlocks = JSON.parse(blocks);
  const files = file === undefined ? [] : await electronicFiles(file.path, schema);
  return { pages: pages.flatMap(pageOf), blocks: found, files };
}

function pageOf(page: PageOutcome): readonly FieldPage[] {
  if (!page.ok) return [];
  const { number, width, height, fields, checkMarks } = page;
  return [{ number, width, height, lines: linesOfPage(page), formFields: fields, checkMarks }];
}
