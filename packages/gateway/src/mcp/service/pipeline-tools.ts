import { DomainError, type Application, type Caller, type Member, type Run } from "@galley/core/domain";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toolArguments } from "../tool-arguments.ts";
import { answer, answered } from "../tool-result.ts";

const LISTED = 200;
const LISTED_FILES = 200;

const runId = z.string().max(100).describe("The run_id that run_pipeline returned.");

interface PipelineToolsParts {
  readonly application: Application;
  readonly caller: Caller;
  readonly failed: (error: unknown) => void;
}

/** The tools that list and run pipelines, for callers with an access token. */
export function addPipelineTools(server: McpServer, parts: PipelineToolsParts): void {
  addListPipelines(server, parts);
  addRunPipeline(server, parts);
  addGetRun(server, parts);
}

function addListPipelines(
  server: McpServer,
  { application: { pipelines }, caller, failed }: PipelineToolsParts,
): void {
  server.registerTool(
    "list_pipelines",
    {
      title: "List pipelines",
      description: "Lists the pipelines that you can see, with their last runs.",
      inputSchema: toolArguments({ search: z.string().max(200).optional().describe("Part of the name.") }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ search }) =>
      answered(async () => {
        const query = { limit: LISTED, offset: 0, ...(search !== undefined && { search }) };
        const seen = await pipelines.list(memberOf(caller), query);
        return answer({
          pipelines: seen.map(({ id, name, active, lastRunAt, lastRunStatus, cron }) => ({
            pipeline_id: id,
            name,
            active,
            schedule: cron,
            last_run_at: lastRunAt?.toISOString() ?? null,
            last_run_status: lastRunStatus,
          })),
        });
      }, failed),
  );
}

function addRunPipeline(
  server: McpServer,
  { application: { runs }, caller, failed }: PipelineToolsParts,
): void {
  server.registerTool(
    "run_pipeline",
    {
      title: "Run a pipeline",
      description: "Starts a pipeline on the files of its source. Follow it with get_run.",
      inputSchema: toolArguments({
        pipeline_id: z.string().max(100).describe("The pipeline_id that list_pipelines returned."),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ pipeline_id }) =>
      answered(async () => answer(factsOf(await runs.start(memberOf(caller), pipeline_id))), failed),
  );
}

function addGetRun(server: McpServer, { application: { runs }, caller, failed }: PipelineToolsParts): void {
  server.registerTool(
    "get_run",
    {
      title: "Look at a run",
      description: "Returns the state of a run and what happened to each of its files.",
      inputSchema: toolArguments({ run_id: runId }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ run_id }) =>
      answered(async () => {
        const member = memberOf(caller);
        const run = await runs.find(member, run_id);
        const [files = []] = await runs.filesOfEach([run], { after: "", limit: LISTED_FILES });
        return answer({
          ...factsOf(run),
          files: files.map(({ path, status, errorMessage, jobId }) => ({
            path,
            status,
            ...(errorMessage !== "" && { error: errorMessage }),
            ...(jobId !== null && { document_id: jobId }),
          })),
        });
      }, failed),
  );
}

function memberOf(caller: Caller): Member {
  if (caller.kind !== "extraction_key") return caller;
  throw new DomainError(
    "FORBIDDEN",
    "Pipelines need an access token; an extraction key only reads documents.",
  );
}

function factsOf(run: Run): Readonly<Record<string, unknown>> {
  return {
    run_id: run.id,
    status: run.status,
    total_files: run.totalFiles,
    successful_files: run.successfulFiles,
    failed_files: run.failedFiles,
    skipped_files: run.skippedFiles,
    ...(run.errorMessage !== "" && { error: run.errorMessage }),
  };
}
