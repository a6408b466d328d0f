import { z } from "zod";
import { ARCHIVE_CHOICES, type DocumentTable } from "../connectors/connector-ports.ts";
import { plainWording } from "../../extraction/options/plain-wording.ts";
import { RENDITIONS } from "../../extraction/options/renditions.ts";
import { chunkOptionsSchema } from "../../extraction/structure/chunks/chunk-options.ts";
import { DomainError } from "../domain-error.ts";
import type { ConnectionType, EndpointDirection, WorkflowEndpoint } from "./workflow.ts";

const MAX_ENTRIES = 100;
const MAX_PATH_LENGTH = 1024;
const MAX_PATTERN_LENGTH = 255;
const MAX_TABLE_LENGTH = 255;

const pathSchema = z
  .string()
  .max(MAX_PATH_LENGTH, `expected at most ${MAX_PATH_LENGTH} characters`)
  .refine((path) => !path.split(/[/\\]/).includes(".."), 'expected a path without ".."')
  .refine((path) => !path.includes("\0"), "expected a path without a NUL character");

/** The files of a file store that a run processes. */
const filesTakenSchema = z.strictObject({
  /** Folders to list, relative to the root of the connection; empty means the root. */
  folders: z.array(pathSchema).max(MAX_ENTRIES).default([]),
  /** File name patterns, such as "*.pdf", any of which must match; empty means all. */
  patterns: z.array(z.string().min(1).max(MAX_PATTERN_LENGTH)).max(MAX_ENTRIES).default([]),
  /** Whether subfolders are included. */
  recursive: z.boolean().default(false),
  /** Whether a ZIP file is one document, or each file in it. */
  archives: z.enum(ARCHIVE_CHOICES).default("whole"),
  /** The maximum number of files per run; null for the limit of the workflow. */
  maxFiles: z.int().min(1).nullable().default(null),
});

const MAX_COLUMN_LENGTH = 63;

const columnSchema = z.string().min(1).max(MAX_COLUMN_LENGTH);

/** The documents of a database that a run processes. */
const documentsTakenSchema = z
  .strictObject({
    /** With its schema, if any, before a ".". */
    table: z.string().min(1).max(MAX_TABLE_LENGTH),
    /** Identifies the rows and names their documents. */
    keyColumn: columnSchema,
    /** Contains the documents; null if `urlColumn` is given. */
    contentColumn: columnSchema.nullable().default(null),
    /** Contains URLs of the documents; null if `contentColumn` is given. */
    urlColumn: columnSchema.nullable().default(null),
    /** The maximum number of documents per run; null for the limit of the workflow. */
    maxFiles: z.int().min(1).nullable().default(null),
  })
  .refine(
    ({ contentColumn, urlColumn }) => (contentColumn === null) !== (urlColumn === null),
    "expected either contentColumn or urlColumn",
  );

/** How a destination divides documents into chunks, if it writes them; as `chunkOptionsSchema`. */
const chunkSettings = {
  chunkTokens: chunkOptionsSchema.shape.size,
  chunkOverlap: chunkOptionsSchema.shape.overlap,
};

/** Whether a document with doubtful fields is written at once, with a mark, or after a person has reviewed it. */
const REVIEW_CHOICES = ["write", "wait"] as const;

/** The form of the fields of a document in files; `csv` has a file for the document and one for each array. */
export const FIELD_FORMATS = ["json", "csv", "xlsx"] as const;

/** What a destination writes of the data by a schema. */
const fieldsSettings = {
  /** The schema that the documents are read by; null for none. */
  schema: z.string().min(1).max(MAX_COLUMN_LENGTH).nullable().default(null),
  /** By default `write`. */
  review: z.enum(REVIEW_CHOICES).optional(),
  /** Whether each invoice of a file that has several is a row of its own. By default false. */
  split: z.boolean().optional(),
};

/** The settings that only a destination with a schema has. */
function needsSchema(
  name: string,
): [(given: Readonly<Record<string, unknown>>) => boolean, { path: string[]; message: string }] {
  return [
    (given) => given["schema"] !== null || given[name] === undefined,
    { path: [name], message: "expected with a schema" },
  ];
}

/** The text, the renditions of a document's structure, and its tables as CSV. */
const FILE_RENDITIONS = ["text", ...RENDITIONS, "csv"] as const;
const TABLE_RENDITIONS = ["text", ...RENDITIONS] as const;

/** What a run writes of each document into a file store, and where. */
const filesWrittenSchema = z
  .strictObject({
    /** Relative to the root of the connection; "" is the root. */
    folder: pathSchema.default(""),
    /** Each is a file of its own, `csv` one for each table; the metadata are always written. By default see `textUnless`. */
    renditions: z.array(z.enum(FILE_RENDITIONS)).max(FILE_RENDITIONS.length).optional(),
    ...chunkSettings,
    ...fieldsSettings,
    /** By default JSON. */
    fieldFormats: z
      .array(z.enum(FIELD_FORMATS))
      .min(1, "expected at least one format")
      .max(FIELD_FORMATS.length)
      .optional(),
  })
  .refine(({ renditions, schema }) => renditions?.length !== 0 || schema !== null, {
    path: ["renditions"],
    message: "expected at least one rendition",
  })
  .refine(...needsSchema("review"))
  .refine(...needsSchema("split"))
  .refine(...needsSchema("fieldFormats"));

/** Of documents with a schema, only the data are written unless renditions are named. */
function textUnless(schema: string | null): readonly ["text"] | readonly [] {
  return schema === null ? ["text"] : [];
}

/** Whether each field of a result has a column of its own, or all are in one column as JSON. */
const COLUMN_MODES = ["columns", "single"] as const;

/** What a run writes of each document into a database, and where. */
const tableWrittenSchema = z
  .strictObject({
    /** With the schema of the database, if any, before a ".". By default see `tableOr`. */
    table: z.string().min(1).max(MAX_TABLE_LENGTH).optional(),
    /** Whether to create the tables or missing columns. */
    createTable: z.boolean().default(true),
    columnMode: z.enum(COLUMN_MODES).default("columns"),
    /** Each is a column, or a member of the JSON in the single column. */
    renditions: z.array(z.enum(TABLE_RENDITIONS)).max(TABLE_RENDITIONS.length).optional(),
    /** The table that has a row for each chunk; null for none. */
    chunkTable: z.string().min(1).max(MAX_TABLE_LENGTH).nullable().default(null),
    ...chunkSettings,
    ...fieldsSettings,
  })
  .refine((written) => written.chunkTable?.toLowerCase() !== tableOr(written).toLowerCase(), {
    path: ["chunkTable"],
    message: "expected another table than that of the results",
  })
  .refine(({ columnMode, schema }) => columnMode === "columns" || schema === null, {
    path: ["columnMode"],
    message: 'expected "columns" with a schema',
  })
  .refine(...needsSchema("review"))
  .refine(...needsSchema("split"));

/** Data of each schema have a table of their own. */
function tableOr({
  table,
  schema,
}: {
  readonly table?: string | undefined;
  readonly schema: string | null;
}): string {
  return table ?? (schema === null ? "galley_results" : `galley_${schema.replaceAll("-", "_")}`);
}

const NOTHING = z.strictObject({});

const SCHEMAS = {
  source: { file_system: filesTakenSchema, database: documentsTakenSchema, api: NOTHING },
  destination: { file_system: filesWrittenSchema, database: tableWrittenSchema, api: NOTHING },
} as const satisfies Record<EndpointDirection, Record<ConnectionType, z.ZodObject>>;

export type FilesTaken = z.output<typeof filesTakenSchema>;
export type FilesWritten = Complete<z.output<typeof filesWrittenSchema>>;
export type TableWritten = Complete<z.output<typeof tableWrittenSchema>>;

/** With the defaults that depend on other settings. */
type Complete<T> = { readonly [Name in keyof T]-?: Exclude<T[Name], undefined> };

/** @throws DomainError `BAD_INPUT` that names the invalid field. */
export function checkConfiguration(
  direction: EndpointDirection,
  connection: ConnectionType,
  configuration: WorkflowEndpoint["configuration"],
): void {
  read(SCHEMAS[direction][connection], configuration);
}

/** The configuration of a source in a file store. @throws DomainError `BAD_INPUT` if it is no longer valid. */
export function filesTaken({ configuration }: Pick<WorkflowEndpoint, "configuration">): FilesTaken {
  return read(filesTakenSchema, configuration);
}

/** The configuration of a source in a database. @throws DomainError as `filesTaken`. */
export function documentsTaken({ configuration }: Pick<WorkflowEndpoint, "configuration">): DocumentTable {
  const { table, keyColumn, contentColumn, urlColumn } = read(documentsTakenSchema, configuration);
  return {
    table,
    keyColumn,
    document:
      contentColumn === null
        ? { column: urlColumn ?? "", holds: "url" }
        : { column: contentColumn, holds: "content" },
  };
}

/** The maximum number of files per run of a source; null for the limit of the workflow. */
export function maxFilesOf({ connection, configuration }: WorkflowEndpoint): number | null {
  if (connection === "file_system") return read(filesTakenSchema, configuration).maxFiles;
  return connection === "database" ? read(documentsTakenSchema, configuration).maxFiles : null;
}

/** The configuration of a destination in a file store. @throws DomainError as `filesTaken`. */
export function filesWritten({ configuration }: Pick<WorkflowEndpoint, "configuration">): FilesWritten {
  const { schema, ...written } = read(filesWrittenSchema, configuration);
  const { review = "write", split = false, fieldFormats = ["json"] } = written;
  const { renditions = [...textUnless(schema)] } = written;
  return { ...written, schema, review, split, fieldFormats, renditions };
}

/** The configuration of a destination in a database. @throws DomainError as `filesTaken`. */
export function tableWritten({ configuration }: Pick<WorkflowEndpoint, "configuration">): TableWritten {
  const { schema, ...written } = read(tableWrittenSchema, configuration);
  const { review = "write", split = false, table = tableOr({ schema }) } = written;
  const { renditions = [...textUnless(schema)] } = written;
  return { ...written, schema, review, split, renditions, table };
}

/** What a destination writes of the data by a schema. @throws DomainError as `filesTaken`. */
export function fieldsWritten(
  destination: Pick<WorkflowEndpoint, "connection" | "configuration">,
): Pick<TableWritten, "schema" | "review" | "split"> {
  if (destination.connection === "file_system") return filesWritten(destination);
  if (destination.connection === "database") return tableWritten(destination);
  return { schema: null, review: "write", split: false };
}

function read<S extends z.ZodObject>(schema: S, configuration: unknown): z.output<S> {
  const parsed = schema.safeParse(configuration, { error: plainWording });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const reason = issue?.code === "unrecognized_keys" ? unknownKeys(schema, issue.keys) : issue?.message;
  throw wrong(["configuration", ...(issue?.path ?? [])].join("."), reason ?? "is not valid");
}

function unknownKeys({ shape }: z.ZodObject, keys: readonly string[]): string {
  const valid = Object.keys(shape);
  return `unknown: ${keys.join(", ")}; ${valid.length === 0 ? "nothing is expected" : `valid: ${valid.join(", ")}`}`;
}

function wrong(field: string, reason: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${reason}`, { field });
}
