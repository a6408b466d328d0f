import { readFile, writeFile } from "node:fs/promises";
import { extname } from "node:path";
import {
  evaluateFields,
  type EvaluatedDocument,
  type FieldEvaluation,
  type OutcomeCounts,
  type TrueData,
} from "@galley/core/domain";
import { readFields } from "@galley/fields";
import { z } from "zod";
import { ResourceStack } from "../../resource-stack.ts";
import { createDocumentReader } from "../extract/document-reader.ts";
import { expandInputs, type Input } from "../extract/inputs.ts";
import { enginesFor } from "../recognition-arguments.ts";
import { UsageError } from "../usage-error.ts";
import { type FieldsArguments, schemaNamed } from "./fields-arguments.ts";
import { readEach } from "./read-each.ts";

/**
 * Reads the documents of a folder that have JSON beside them and prints how well. Resolves to the exit code: 1 if a
 * document could not be read.
 *
 * @param against the schema to compare with, if there is one
 * @throws UsageError
 */
export async function runEvaluate(given: FieldsArguments, against: unknown): Promise<number> {
  if (given.format !== undefined && given.format !== "json") {
    throw new UsageError("--format: expected json, or none for a table, with --evaluate");
  }
  const earlier = typeof against === "string" ? await schemaNamed(against) : undefined;
  const known = await knownInputs(given);
  await using parts = new ResourceStack();
  const engines = await enginesFor(given.recognition, parts);
  await using reader = await createDocumentReader({ ...given, engines, documents: known.size });
  const { signal } = new AbortController();
  const { schema, readers } = given;
  const documents = await readEach([...known.keys()], { ...given, reader, signal }, async (read) => ({
    document: read.name,
    result: await readFields(read.document, schema, { readers, signal }),
    before: earlier && (await readFields(read.document, earlier, { readers, signal })),
  }));
  const truths = [...known.values()];
  const evaluated = documents.flatMap((document, at): readonly EvaluatedDocument[] => {
    const truth = truths[at];
    return document && truth ? [{ ...document, truth }] : [];
  });
  const fields = evaluateFields(evaluated);
  await written(
    given.format === "json"
      ? `${JSON.stringify({ documents: evaluated.length, fields }, undefined, 2)}\n`
      : tableOf(fields, evaluated.length),
    given.output,
  );
  return documents.includes(undefined) ? 1 : 0;
}

/** The documents that have JSON beside them, with their data. */
async function knownInputs(given: FieldsArguments): Promise<ReadonlyMap<Input, TrueData>> {
  const { inputs } = await expandInputs(given.inputs, { ...given, except: undefined });
  const known = new Map<Input, TrueData>();
  for (const input of inputs) {
    const truth = extname(input.name) === ".json" ? undefined : await truthBeside(input.name);
    if (truth) known.set(input, truth);
  }
  if (known.size > 0) return known;
  throw new UsageError(
    "--evaluate: expected documents with their data as JSON beside them, such as a.pdf and a.json",
  );
}

const dataSchema = z.record(z.string(), z.json());
/** The data alone, or as `galley fields` writes them. */
const truthSchema = z.union([z.object({ data: dataSchema }).transform(({ data }) => data), dataSchema]);

async function truthBeside(name: string): Promise<TrueData | undefined> {
  const file = `${name.slice(0, -extname(name).length)}.json`;
  const text = await readFile(file, "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return truthSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UsageError(`${file}: expected the data of ${name} as a JSON object`, { cause });
  }
}

async function written(text: string, output: string | undefined): Promise<void> {
  if (output === undefined) process.stdout.write(text);
  else await writeFile(output, text);
}

const COLUMNS = ["right", "wrong", "missed", "invented", "neededReview", "unnoticed"] as const;

const HEADS = {
  right: "right",
  wrong: "wrong",
  missed: "missed",
  invented: "invented",
  neededReview: "needed review",
  unnoticed: "unnoticed",
} as const satisfies Record<(typeof COLUMNS)[number], string>;

function tableOf(fields: readonly FieldEvaluation[], documents: number): string {
  const isCompared = fields.some(({ before }) => before !== null);
  const heads = [
    "field",
    ...COLUMNS.map((column) => HEADS[column]),
    ...(isCompared ? ["better", "worse"] : []),
  ];
  const rows = fields.map(({ path, counts, before, better, worse }) => [
    path,
    ...COLUMNS.map((column) => cellOf(counts, before, column)),
    ...(isCompared ? [`${better}`, `${worse}`] : []),
  ]);
  const widths = heads.map((head, at) =>
    Math.max(...[head, ...rows.map((row) => row[at] ?? "")].map((cell) => cell.length)),
  );
  const lines = [heads, ...rows].map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
  const values = fields.flatMap((field) => field.values).filter(({ outcome }) => outcome !== "right");
  const shown = values
    .slice(0, MAX_SHOWN)
    .map(
      ({ document, path, outcome, expected, found }) =>
        `${document}: ${path} is ${outcome}: expected ${JSON.stringify(expected)}, read ${JSON.stringify(found)}`,
    );
  return `${[`${documents} documents`, ...lines, ...shown].join("\n")}\n`;
}

/** Values that are not right are listed up to this number; JSON has up to 100 of each field. */
const MAX_SHOWN = 40;

function cellOf(
  counts: OutcomeCounts,
  before: OutcomeCounts | null,
  column: (typeof COLUMNS)[number],
): string {
  return before === null || before[column] === counts[column]
    ? `${counts[column]}`
    : `${before[column]} > ${counts[column]}`;
}
