import type { Client, CombinedError } from "urql";

import { graphql } from "../../api/graphql.ts";
import type { PipelineKind } from "../../generated/graphql.ts";
import { UPDATE_ENDPOINT, type PipelineRecord } from "../pipeline-queries.ts";
import type { SettingsRecords } from "../use-settings.ts";
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

const UPDATE_SETTINGS = graphql(`
  mutation UpdatePipelineSettings($input: UpdatePipelineSettingsInput!) {
    updatePipelineSettings(input: $input) {
      pipeline {
        ...PipelineFields
      }
    }
  }
`);

/**
 * Changes an existing pipeline as a whole, unless one of its records was changed since it was loaded. An empty
 * password keeps the stored one.
 */
export async function updatePipeline(
  api: Client,
  {
    base: { pipeline, workflow },
    draft,
    password,
  }: { readonly base: SettingsRecords; readonly draft: PipelineDraft; readonly password: string },
): Promise<PipelineRecord | CombinedError> {
  const { name, reading, schedule } = draft;
  const { data, error } = await api.mutation(UPDATE_SETTINGS, {
    input: {
      pipeline: {
        ...versionOf(pipeline),
        name,
        kind: kindOf(draft),
        ...schedule,
        cron: schedule.cron ?? "",
      },
      workflow: {
        ...versionOf(workflow),
        changedOptions: optionsOf(reading),
        maxFiles: reading.maxFiles,
        documentPassword: password === "" ? null : password,
      },
      endpoints: [
        ...(workflow.source === null ? [] : [{ ...versionOf(workflow.source), ...facts(draft.source) }]),
        ...(workflow.destination === null
          ? []
          : [{ ...versionOf(workflow.destination), ...facts(draft.destination) }]),
      ],
    },
  });
  if (data !== undefined) return data.updatePipelineSettings.pipeline;
  if (error === undefined) throw new Error("The service answered without a result.");
  return error;
}

function versionOf({ id, updatedAt }: { readonly id: string; readonly updatedAt: string }): {
  readonly id: string;
  readonly unmodifiedSince: string;
} {
  return { id, unmodifiedSince: updatedAt };
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
