import { readFile } from "node:fs/promises";
import {
  aiFieldModel,
  DEFAULT_READERS,
  type FieldReader,
  type FieldsSchema,
  FieldsSchemaError,
  KINDS,
  kindSchema,
  modelReader,
  parseFieldsSchema,
  parseModelName,
} from "@galley/fields";
import { compatibleModelKey } from "../config.ts";
import { type ExtractArguments, extractArguments } from "../extract/extract-arguments.ts";
import type { Values } from "../extraction-options.ts";
import { UsageError } from "../usage-error.ts";

/** What `galley fields` writes: JSON of a document or a list, a line for each document, or a table. */
const FIELDS_FORMATS = ["json", "jsonl", "csv", "xlsx"] as const;
export type FieldsFormat = (typeof FIELDS_FORMATS)[number];

export interface FieldsArguments extends Pick<
  ExtractArguments,
  "inputs" | "options" | "recognition" | "threads" | "allowUrls" | "verbosity"
> {
  readonly schema: FieldsSchema;
  /** The readers without a model, and the one of `--model`. */
  readonly readers: readonly FieldReader[];
  /** Whether each invoice of a file has a result of its own. */
  readonly split: boolean;
  /** Undefined if none is named. */
  readonly format: FieldsFormat | undefined;
  /** A file; undefined is standard output. */
  readonly output: string | undefined;
}

/** Checks the arguments of `galley fields`. @throws UsageError */
export async function fieldsArguments(inputs: readonly string[], values: Values): Promise<FieldsArguments> {
  const { schema: named, format, output, jobs, model, split, ...rest } = values;
  const given = extractArguments(inputs, { ...rest, threads: jobs });
  if (typeof named !== "string") {
    throw new UsageError(`--schema: expected one of ${KINDS.join(", ")}, or a JSON file`);
  }
  const schema = await schemaNamed(named);
  if (split === true && schema.kind !== "invoice") {
    throw new UsageError("--split: expected --schema invoice, or a schema of the kind invoice");
  }
  return {
    ...given,
    options: { ...given.options, blocks: true },
    schema,
    split: split === true,
    readers: typeof model === "string" ? [...DEFAULT_READERS, readerOf(model)] : DEFAULT_READERS,
    format: formatIn(format),
    output: typeof output === "string" && output !== "-" ? output : undefined,
  };
}

function readerOf(model: string): FieldReader {
  try {
    const name = parseModelName(model);
    // The packages of the other providers read the variables of their own.
    const apiKey = name.provider === "openai-compatible" ? compatibleModelKey() : undefined;
    return modelReader({ model: aiFieldModel(name, { fetch, apiKey }) });
  } catch (cause) {
    throw new UsageError(`--model: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function formatIn(value: unknown): FieldsFormat | undefined {
  if (value === undefined) return undefined;
  const format = FIELDS_FORMATS.find((name) => name === value);
  if (format === undefined) throw new UsageError(`--format: expected one of ${FIELDS_FORMATS.join(", ")}`);
  return format;
}

/** A shipped schema, or that of a file. */
export async function schemaNamed(name: string): Promise<FieldsSchema> {
  const kind = KINDS.find((one) => one === name);
  if (kind !== undefined) return kindSchema(kind);
  try {
    return parseFieldsSchema(JSON.parse(await readFile(name, "utf8")));
  } catch (cause) {
    throw new UsageError(`--schema: ${problemOf(name, cause)}`, { cause });
  }
}

function problemOf(name: string, error: unknown): string {
  if (error instanceof FieldsSchemaError) return `${name}: ${error.message}`;
  if (error instanceof SyntaxError) return `${name} is not JSON: ${error.message}`;
  return `there is no file ${name}. Expected one of ${KINDS.join(", ")}, or a JSON file`;
}
