import {
  DomainError,
  permissionsOf,
  type Application,
  type Caller,
  type Member,
  type Run,
} from "@galley/core/domain";
import type { McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { toolArguments } from "../tool-arguments.ts";
import { answer, answered } from "../tool-result.ts";

const LISTED = 200;
const LISTED_FILES = 200;

const runId = z.string().max(100).describe("The run_id that run_pipeline returned.");

const pipelineFacts = z.object({
  pipeline_id: z.string(),
  name: z.string(),
  active: z.boolean(),
  schedule: z.string().nullable(),
  last_run_at: z.string().nullable(),
  last_run_status: z.string().nullable(),
});

const runFacts = z.object({
  run_id: z.string(),
  status: z.string(),
  total_files: z.int().nullable(),
  successful_files: z.int(),
  failed_files: z.int(),
  skipped_files: z.int(),
  error: z.string().optional(),
});

const fileFacts = z.object({
  path: z.string(),
  status: z.string(),
  error: z.string().optional(),
  document_id: z.string().optional(),
});

interface PipelineToolsParts {
  readonly application: Application;
  readonly caller: Caller;
  readonly failed: (error: unknown) => void;
}

/** The tools that list and run pipelines, for callers with an access token. */
export function addPipelineTools(server: McpServer, parts: PipelineToolsParts): void {
  addListPipelines(server, parts);
  if (permissionsOf(parts.caller).includes("change_records")) addRunPipeline(server, parts);
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
      outputSchema: z.object({ pipelines: z.array(pipelineFacts) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ search }, context) =>
      answered({ context, failed }, async () => {
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
      }),
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
      outputSchema: runFacts,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ pipeline_id }, context) =>
      answered({ context, failed }, async () =>
        answer(factsOf(await runs.start(memberOf(caller), pipeline_id))),
      ),
  );
}

function addGetRun(server: McpServer, { application: { runs }, caller, failed }: PipelineToolsParts): void {
  server.registerTool(
    "get_run",
    {
      title: "Look at a run",
      description: "Returns the state of a run and what happened to each of its files.",
      inputSchema: toolArguments({ run_id: runId }),
      outputSchema: runFacts.extend({ files: z.array(fileFacts) }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ run_id }, context) =>
      answered({ context, failed }, async () => {
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
      }),
  );
}

function memberOf(caller: Caller): Member {
  if (caller.kind !== "extraction_key") return caller;
  throw new DomainError(
    "FORBIDDEN",
    "Pipelines need an access token; an extraction key only reads documents.",
  );
}

function factsOf(run: Run): z.infer<typeof runFacts> {
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
