import type { ColumnValue } from "../../connectors/connector-ports.ts";
import { jobOptionsOf } from "../../jobs/job-options.ts";
import type { Environment } from "../../ports.ts";
import { checkConfiguration, filesWritten, tableWritten } from "../../workflows/endpoint-configuration.ts";
import type { ConnectionType, WorkflowEndpoint } from "../../workflows/workflow.ts";
import { resultFiles } from "./result-files.ts";
import type { FileResult } from "./result-metadata.ts";
import { resultTable } from "./result-table.ts";

/** What a run would write for a file that was read. */
export interface DestinationPreview {
  /** The files; empty unless the destination is a file store. */
  readonly paths: readonly string[];
  /** The table and its row; null unless the destination is a database. */
  readonly table: string | null;
  readonly row: Readonly<Record<string, ColumnValue>> | null;
}

const NOTHING: DestinationPreview = { paths: [], table: null, row: null };

/** @throws DomainError `BAD_INPUT` that names the invalid field. */
export function previewDestination(
  environment: Environment,
  {
    connection,
    configuration,
  }: { readonly connection: ConnectionType } & Pick<WorkflowEndpoint, "configuration">,
  path: string,
): DestinationPreview {
  checkConfiguration("destination", connection, configuration);
  const example = exampleOf(environment, path);
  if (connection === "file_system") {
    const paths = resultFiles(filesWritten({ configuration }), example).map((file) => file.path);
    return { ...NOTHING, paths };
  }
  if (connection === "api") return NOTHING;
  const { target, row } = resultTable(tableWritten({ configuration }), example);
  return { ...NOTHING, table: target.table, row };
}

/** A file of one page that was just read. */
function exampleOf(environment: Environment, path: string): FileResult {
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
