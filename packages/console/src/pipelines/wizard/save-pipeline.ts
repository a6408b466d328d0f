import type { Client, CombinedError } from "urql";

import { graphql } from "../../api/graphql.ts";
import type { PipelineKind } from "../../generated/graphql.ts";
import { UPDATE_ENDPOINT, UPDATE_PIPELINE, UPDATE_WORKFLOW } from "../pipeline-queries.ts";
import { optionsOf, type EndDraft, type PipelineDraft } from "./draft.ts";

const CREATE_WORKFLOW = graphql(`
  mutation CreateWorkflow($input: CreateWorkflowInput!) {
    createWorkflow(input: $input) {
      workflow {
        id
        source {
          id
        }
        destination {
          id
        }
      }
    }
  }
`);

const CREATE_PIPELINE = graphql(`
  mutation CreatePipeline($input: CreatePipelineInput!) {
    createPipeline(input: $input) {
      pipeline {
        id
      }
    }
  }
`);

const DELETE_WORKFLOW = graphql(`
  mutation DeleteWorkflow($input: DeleteWorkflowInput!) {
    deleteWorkflow(input: $input) {
      deletedId
    }
  }
`);

export type Saved = { readonly id: string } | { readonly error: CombinedError };

/** Creates the workflow, its two ends and the pipeline. If one is refused, what was made before is removed. */
export async function createPipeline(api: Client, draft: PipelineDraft, password: string): Promise<Saved> {
  const { name, reading, schedule } = draft;
  const made = await api.mutation(CREATE_WORKFLOW, {
    input: {
      name,
      options: optionsOf(reading),
      maxFiles: reading.maxFiles,
      documentPassword: password === "" ? null : password,
    },
  });
  const workflow = made.data?.createWorkflow.workflow;
  if (workflow === undefined) return refused(made.error);
  const error = await configureEnds(api, draft, workflow);
  const created =
    error === undefined
      ? await api.mutation(CREATE_PIPELINE, {
          input: { name, workflowId: workflow.id, kind: kindOf(draft), ...schedule },
        })
      : undefined;
  const pipeline = created?.data?.createPipeline.pipeline;
  if (pipeline !== undefined) return pipeline;
  await api.mutation(DELETE_WORKFLOW, { input: { id: workflow.id } });
  return refused(error ?? created?.error);
}

/** Changes an existing pipeline; an empty password keeps the stored one. */
export async function updatePipeline(
  api: Client,
  {
    pipelineId,
    workflow,
    draft,
    password,
  }: {
    readonly pipelineId: string;
    readonly workflow: Ends & { readonly id: string };
    readonly draft: PipelineDraft;
    readonly password: string;
  },
): Promise<Saved> {
  const { name, reading, schedule } = draft;
  const changed = await api.mutation(UPDATE_WORKFLOW, {
    input: {
      id: workflow.id,
      options: optionsOf(reading),
      maxFiles: reading.maxFiles,
      documentPassword: password === "" ? null : password,
    },
  });
  const error = changed.error ?? (await configureEnds(api, draft, workflow));
  if (error !== undefined) return { error };
  const saved = await api.mutation(UPDATE_PIPELINE, {
    input: { id: pipelineId, name, kind: kindOf(draft), ...schedule, cron: schedule.cron ?? "" },
  });
  return saved.error === undefined ? { id: pipelineId } : { error: saved.error };
}

interface Ends {
  readonly source: { readonly id: string } | null;
  readonly destination: { readonly id: string } | null;
}

async function configureEnds(
  api: Client,
  draft: PipelineDraft,
  { source, destination }: Ends,
): Promise<CombinedError | undefined> {
  for (const [endpoint, end] of [
    [source, draft.source],
    [destination, draft.destination],
  ] as const) {
    if (endpoint === null) continue;
    const { error } = await api.mutation(UPDATE_ENDPOINT, { input: { id: endpoint.id, ...facts(end) } });
    if (error !== undefined) return error;
  }
  return undefined;
}

function facts({ connection, connectorId, configuration }: EndDraft): Partial<EndDraft> {
  return { connection, connectorId, configuration };
}

function kindOf({ destination: { connection } }: PipelineDraft): PipelineKind {
  if (connection === "DATABASE") return "ETL";
  return connection === "FILE_SYSTEM" ? "TASK" : "DEFAULT";
}

function refused(error: CombinedError | undefined): Saved {
  if (error === undefined) throw new Error("The service answered without a result.");
  return { error };
}
