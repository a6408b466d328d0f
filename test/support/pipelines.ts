import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { callManagement } from "./clients/management-client.ts";
import type { RunningService } from "./service.ts";

/** One endpoint of a workflow, as a client configures it. */
export interface WorkflowEnd {
  readonly kind: string;
  readonly settings: object;
  readonly configuration: object;
}

/** A pipeline made with the documented calls: two connectors and a workflow between them. Returns its id. */
export async function madePipeline(
  service: RunningService,
  { source, destination }: { readonly source: WorkflowEnd; readonly destination: WorkflowEnd },
): Promise<string> {
  const workflow = await made(service, "workflow", { workflow_name: randomUUID() });
  const listed = await callManagement(service, `GET /workflow/endpoint/?workflow=${workflow}`);
  const { results } = endsSchema.parse(listed.json);
  for (const { id, endpoint_type } of results) {
    const { kind, settings, configuration } = endpoint_type === "SOURCE" ? source : destination;
    const connector = await made(service, "connector", {
      connector_id: kind,
      connector_name: randomUUID(),
      connector_metadata: settings,
    });
    const changed = await callManagement(service, `PATCH /workflow/endpoint/${id}/`, {
      connector_instance_id: connector,
      configuration,
    });
    expect(changed).toMatchObject({ status: 200 });
  }
  return made(service, "pipeline", { pipeline_name: randomUUID().slice(0, 30), workflow });
}

const endsSchema = z.object({
  results: z.array(z.object({ id: z.string(), endpoint_type: z.enum(["SOURCE", "DESTINATION"]) })),
});

/** A pipeline that takes files from its callers and keeps the texts for them. Returns its id. */
export async function madeApiPipeline(service: RunningService): Promise<string> {
  const workflow = await made(service, "workflow", { workflow_name: randomUUID() });
  const listed = await callManagement(service, `GET /workflow/endpoint/?workflow=${workflow}`);
  for (const { id } of endsSchema.parse(listed.json).results) {
    const changed = await callManagement(service, `PATCH /workflow/endpoint/${id}/`, {
      connection_type: "API",
    });
    expect(changed).toMatchObject({ status: 200 });
  }
  return made(service, "pipeline", { pipeline_name: randomUUID().slice(0, 30), workflow });
}

async function made(service: RunningService, path: string, body: object): Promise<string> {
  const answer = await callManagement(service, `POST /${path}/`, body);
  expect(answer).toMatchObject({ status: 201 });
  return z.object({ id: z.string() }).parse(answer.json).id;
}

const startedSchema = z.object({ execution: z.object({ execution_id: z.string() }) });

export async function startedRun(service: RunningService, pipeline: string): Promise<string> {
  const answer = await callManagement(service, "POST /pipeline/execute/", { pipeline_id: pipeline });
  expect(answer).toMatchObject({ status: 200 });
  return startedSchema.parse(answer.json).execution.execution_id;
}

const runSchema = z.object({
  data: z.object({
    run: z.object({
      status: z.string(),
      errorMessage: z.string(),
      successfulFiles: z.number(),
      failedFiles: z.number(),
      skippedFiles: z.number(),
      files: z.object({
        nodes: z.array(z.object({ path: z.string(), status: z.string(), errorMessage: z.string() })),
      }),
    }),
  }),
});

export type EndedRun = z.infer<typeof runSchema>["data"]["run"];

const QUERY = `query ($id: ID!) {
  run(id: $id) {
    status errorMessage successfulFiles failedFiles skippedFiles
    files(first: 100) { nodes { path status errorMessage } }
  }
}`;

export async function runOf({ url, accessToken }: RunningService, id: string): Promise<EndedRun> {
  const answer = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query: QUERY, variables: { id } }),
  });
  return runSchema.parse(await answer.json()).data.run;
}

const PATIENCE = { timeout: 60_000, interval: 100 };

/** Waits until a run has ended. */
export async function endedRun(service: RunningService, id: string): Promise<EndedRun> {
  await expect
    .poll(async () => (await runOf(service, id)).status, PATIENCE)
    .not.toMatch(/^(PENDING|EXECUTING)$/);
  return runOf(service, id);
}

/** Runs a pipeline to its end. */
export async function ran(service: RunningService, pipeline: string): Promise<EndedRun> {
  return endedRun(service, await startedRun(service, pipeline));
}

/** Why each file failed, by path. */
export function failures({ files }: EndedRun): Readonly<Record<string, string>> {
  const failed = files.nodes.filter(({ status }) => status === "FAILED");
  return Object.fromEntries(failed.map(({ path, errorMessage }) => [path, errorMessage]));
}
