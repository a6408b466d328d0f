import type { Rendition } from "../../../extraction/options/renditions.ts";
import { type ChunkOptions, chunkOptionsSchema } from "../../../extraction/structure/chunks/chunk-options.ts";
import type { Chunk } from "../../../extraction/structure/chunks/chunks.ts";
import type { StructureFormat } from "../../../extraction/structure/structure-question.ts";
import type { ExtractedTable } from "../../../extraction/structure/renditions/tables.ts";
import { alsoKeeping } from "../../jobs/job-options.ts";
import type { JobOptions } from "../../jobs/job.ts";
import { type JobStructure, RENDITION_OF_FORMAT } from "../../jobs/result/document-structure.ts";
import { filesWritten, tableWritten } from "../../workflows/endpoint-configuration.ts";
import type { WorkflowEndpoint } from "../../workflows/workflow.ts";

/** What a destination writes of a document's structure. */
export interface WantedContent {
  readonly formats: readonly StructureFormat[];
  /** Each table as CSV. */
  readonly tables: boolean;
  /** Each chunk as a row. */
  readonly chunkRows: boolean;
  readonly chunks: ChunkOptions;
}

/** The structure of a document as a destination writes it. */
export interface WrittenContent {
  readonly texts: ReadonlyMap<StructureFormat, string>;
  readonly tables: readonly ExtractedTable[];
  readonly chunks: readonly Chunk[];
}

export const NO_CONTENT: WrittenContent = { texts: new Map(), tables: [], chunks: [] };

const NOTHING: WantedContent = {
  formats: [],
  tables: false,
  chunkRows: false,
  chunks: chunkOptionsSchema.parse({}),
};

type Destination = Pick<WorkflowEndpoint, "connection" | "configuration">;

/** @throws DomainError `BAD_INPUT` if the configuration is no longer valid. */
export function wantedContent(destination: Destination): WantedContent {
  if (destination.connection === "file_system") {
    const { renditions, chunkTokens, chunkOverlap } = filesWritten(destination);
    return {
      formats: renditions.flatMap((one) => (one === "text" || one === "csv" ? [] : FILE_FORMATS[one])),
      tables: renditions.includes("csv"),
      chunkRows: false,
      chunks: { size: chunkTokens, overlap: chunkOverlap, unit: "tokens" },
    };
  }
  if (destination.connection !== "database") return NOTHING;
  const { renditions, chunkTable, chunkTokens, chunkOverlap } = tableWritten(destination);
  return {
    formats: renditions.filter((one) => one !== "text"),
    tables: false,
    chunkRows: chunkTable !== null,
    chunks: { size: chunkTokens, overlap: chunkOverlap, unit: "tokens" },
  };
}

/** Chunks are lines of JSON in a file. */
const FILE_FORMATS = {
  markdown: "markdown",
  html: "html",
  plain: "plain",
  tables: "tables",
  blocks: "blocks",
  chunks: "chunk_lines",
} as const satisfies Record<Rendition, StructureFormat>;

/** The options of a workflow, with the renditions that its destination writes. */
export function optionsFor(options: JobOptions, destination: Destination): JobOptions {
  return alsoKeeping(options, renditionsOf(wantedContent(destination)));
}

/** The renditions that a job must keep. */
export function renditionsOf({ formats, tables, chunkRows }: WantedContent): readonly Rendition[] {
  return [
    ...formats.map((format) => RENDITION_OF_FORMAT[format]),
    ...(tables ? (["tables"] as const) : []),
    ...(chunkRows ? (["chunks"] as const) : []),
  ];
}

/** The chunks of one document that become rows. */
const MAX_CHUNK_ROWS = 10_000;

/** @throws DomainError like `JobStructure`. */
export async function writtenContent(
  structure: JobStructure,
  { formats, tables, chunkRows, chunks }: WantedContent,
): Promise<WrittenContent> {
  const texts = new Map<StructureFormat, string>();
  for (const format of formats) texts.set(format, await structure.text(format, chunks));
  const range = { offset: 0, limit: MAX_CHUNK_ROWS };
  return {
    texts,
    tables: tables ? (await structure.tables()).items : [],
    chunks: chunkRows ? (await structure.chunks(range, chunks)).items : [],
  };
}
