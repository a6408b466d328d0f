import {
  type BlockPlace,
  BLOCKS_VERSION,
  type DocumentBlocks,
} from "../../../extraction/structure/model/block.ts";
import { answerTo } from "../../../extraction/structure/structure-question.ts";
import { jobStructure } from "../../jobs/result/document-structure.ts";
import type { ColumnValue } from "../../connectors/connector-ports.ts";
import { jobOptionsOf } from "../../jobs/job-options.ts";
import { withValue } from "../../fields/field-paths.ts";
import type { DataColumn } from "../../fields/fields-ports.ts";
import type { FieldsResult, FieldValue } from "../../fields/fields-result.ts";
import type { Viewer } from "../../jobs/jobs.ts";
import type { Environment } from "../../ports.ts";
import {
  destinationSchema,
  type DestinationSchema,
  type SchemaPorts,
} from "../../workflows/destination-schema.ts";
import { checkConfiguration, filesWritten, tableWritten } from "../../workflows/endpoint-configuration.ts";
import type { ConnectionType, WorkflowEndpoint } from "../../workflows/workflow.ts";
import { resultFiles } from "./result-files.ts";
import type { FileResult } from "./result-metadata.ts";
import { resultTables } from "./result-table.ts";
import { wantedContent, writtenContent } from "./written-content.ts";
import { fieldsFiles, type WrittenFields } from "./written-fields.ts";

/** What a run would write for a file that was read. */
export interface DestinationPreview {
  /** The files; empty unless the destination is a file store. */
  readonly paths: readonly string[];
  /** The table and its row; null unless the destination is a database. */
  readonly table: string | null;
  readonly row: Readonly<Record<string, ColumnValue>> | null;
  /** The table and the first row of each array of the schema; empty without a schema. */
  readonly childTables: readonly {
    readonly table: string;
    readonly row: Readonly<Record<string, ColumnValue>>;
  }[];
  /** The table of chunks and its first row; null if no chunks are written as rows. */
  readonly chunkTable: string | null;
  readonly chunkRow: Readonly<Record<string, ColumnValue>> | null;
}

const NOTHING: DestinationPreview = {
  paths: [],
  table: null,
  row: null,
  childTables: [],
  chunkTable: null,
  chunkRow: null,
};

interface PreviewPorts extends SchemaPorts {
  readonly environment: Environment;
}

/** @throws DomainError `BAD_INPUT` that names the invalid field. */
export async function previewDestination(
  ports: PreviewPorts,
  viewer: Viewer,
  {
    path,
    ...destination
  }: { readonly path: string; readonly connection: ConnectionType } & Pick<WorkflowEndpoint, "configuration">,
): Promise<DestinationPreview> {
  const { connection, configuration } = destination;
  checkConfiguration("destination", connection, configuration);
  const content = await writtenContent(EXAMPLE_STRUCTURE, wantedContent(destination));
  const schema = await destinationSchema(ports, viewer, destination);
  const formats = connection === "file_system" ? filesWritten({ configuration }).fieldFormats : [];
  const fields = schema && exampleFields(schema, formats);
  const example = { ...exampleOf(ports.environment, path), content, fields };
  if (connection === "file_system") {
    const paths = resultFiles(filesWritten({ configuration }), example).map((file) => file.path);
    return { ...NOTHING, paths };
  }
  if (connection === "api") return NOTHING;
  const written = tableWritten({ configuration });
  const parts = resultTables(written, example);
  const tables = new Map(parts.map(({ target, rows }) => [target.table, rows[0]]));
  const { table, chunkTable } = written;
  return {
    ...NOTHING,
    table,
    row: tables.get(table) ?? null,
    childTables: parts.flatMap(({ target, rows: [row] }) =>
      target.parent === undefined || row === undefined ? [] : [{ table: target.table, row }],
    ),
    chunkTable,
    chunkRow: chunkTable === null ? null : (tables.get(chunkTable) ?? null),
  };
}

/** A document of one page with a heading, a paragraph and a table. */
const PLACE: BlockPlace = { page: 1, box: { x0: 72, y0: 72, x1: 523, y1: 96 }, lines: [0, 1] };
const FACTS = { places: [PLACE], confidence: 1 };
const CELL = { rowSpan: 1, columnSpan: 1, page: 1, box: PLACE.box };
const EXAMPLE: DocumentBlocks = {
  version: BLOCKS_VERSION,
  pages: [{ number: 1, width: 595, height: 842 }],
  blocks: [
    { ...FACTS, id: "b1", kind: "title", text: "The title", links: [], emphasis: [] },
    { ...FACTS, id: "b2", kind: "paragraph", text: "The text of the document", links: [], emphasis: [] },
    {
      ...FACTS,
      id: "b3",
      kind: "table",
      caption: "",
      rows: 2,
      columns: 2,
      headRows: 1,
      cells: ["Item", "Amount", "Paper", "12.00"].map((text, index) => ({
        ...CELL,
        text,
        row: index >> 1,
        column: index & 1,
      })),
    },
  ],
  notes: [],
};

/** A value of each type. */
const EXAMPLE_VALUES = {
  text: "Text",
  number: 119.9,
  integer: 3,
  boolean: true,
  date: "2026-01-31",
  json: [],
} as const satisfies Record<DataColumn["type"], FieldValue>;

function exampleFields(
  { name, shape }: DestinationSchema,
  formats: Parameters<typeof fieldsFiles>[0],
): WrittenFields {
  const exampleOfColumns = (columns: readonly DataColumn[]): FieldsResult["data"] =>
    columns.reduce((data, { path, type }) => withValue(data, path, EXAMPLE_VALUES[type]), {});
  const data = shape.arrays.reduce(
    (all, { path, columns }) => withValue(all, path, [exampleOfColumns(columns)]),
    exampleOfColumns(shape.columns),
  );
  const files = fieldsFiles(formats, shape).map(({ ending }) => ({ ending, content: "" }));
  const part = { part: 1, pages: [1, 1], status: "ready", data, review: [], confidence: 0.98 } as const;
  return { schema: name, shape, status: part.status, parts: [part], files };
}

const EXAMPLE_STRUCTURE = jobStructure(async (_, question) => answerTo(EXAMPLE, question));

/** A file of one page that was just read. */
function exampleOf(environment: Environment, path: string): Omit<FileResult, "content"> {
  const now = environment.now();
  return {
    run: { id: environment.uuid(), pipelineId: environment.uuid() },
    file: {
      origin: "source",
      path,
      name: path.slice(path.lastIndexOf("/") + 1),
      contentHash: "0".repeat(64),
      bytes: null,
      startedAt: now,
    },
    job: {
      status: "processed",
      statusMessage: "",
      file: null,
      pageCount: 1,
      pagesDone: 1,
      options: jobOptionsOf({}),
    },
    pipelineName: "Example",
    text: "The text of the document",
    writtenAt: now,
  };
}
