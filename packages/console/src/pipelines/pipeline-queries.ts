import { graphql } from "../api/graphql.ts";
import type { PipelineQuery, PipelinesQuery } from "../generated/graphql.ts";

export type PipelineRow = PipelinesQuery["pipelines"]["nodes"][number];
export type PipelineRecord = NonNullable<PipelineQuery["pipeline"]>;
export type WorkflowRecord = NonNullable<PipelineRecord["workflow"]>;
export type EndpointRecord = NonNullable<WorkflowRecord["source"]>;

graphql(`
  fragment PipelineSummary on Pipeline {
    id
    name
    active
    cron
    timeZone
    nextRunAt
    lastRunAt
    mayManage
    updatedAt
    source {
      connection
      connectorName
      kind {
        id
        name
        icon
      }
    }
    destination {
      connection
      connectorName
      kind {
        id
        name
        icon
      }
    }
    problems {
      code
      message
    }
    recentRuns(first: 14) {
      runId
      status
      totalFiles
      successfulFiles
      failedFiles
      skippedFiles
      createdAt
      finishedAt
    }
  }
`);

export const PIPELINES = graphql(`
  query Pipelines($filter: PipelineFilter, $orderBy: PipelineOrder, $after: String) {
    pipelines(filter: $filter, orderBy: $orderBy, after: $after, first: 50) {
      nodes {
        ...PipelineSummary
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

graphql(`
  fragment EndpointFields on WorkflowEndpoint {
    id
    connection
    configuration
    updatedAt
    connector {
      id
      name
      kindId
      mode
    }
  }
`);

graphql(`
  fragment WorkflowFields on Workflow {
    id
    name
    mayManage
    maxFiles
    hasDocumentPassword
    options {
      mode
      pages
      lang
      attachments
    }
    updatedAt
    source {
      ...EndpointFields
    }
    destination {
      ...EndpointFields
    }
  }
`);

graphql(`
  fragment PipelineFields on Pipeline {
    ...PipelineSummary
    kind
    allowOverlap
    missedSlots
    sharedToOrganization
    createdAt
    createdBy {
      id
      name
    }
    coOwners {
      id
      name
    }
    viewers {
      id
      name
    }
    workflow {
      ...WorkflowFields
    }
  }
`);

export const PIPELINE = graphql(`
  query Pipeline($id: ID!) {
    pipeline(id: $id) {
      ...PipelineFields
    }
  }
`);

export const PIPELINE_RUNS = graphql(`
  query PipelineRuns($id: ID!, $after: String) {
    pipeline(id: $id) {
      id
      runs(first: 30, after: $after) {
        nodes {
          ...RunFields
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const RUN_PIPELINE = graphql(`
  mutation RunPipeline($input: RunPipelineInput!) {
    runPipeline(input: $input) {
      run {
        id
        status
      }
    }
  }
`);

export const UPDATE_PIPELINE = graphql(`
  mutation UpdatePipeline($input: UpdatePipelineInput!) {
    updatePipeline(input: $input) {
      pipeline {
        ...PipelineSummary
      }
    }
  }
`);

export const DELETE_PIPELINE = graphql(`
  mutation DeletePipeline($input: DeletePipelineInput!) {
    deletePipeline(input: $input) {
      deletedId
    }
  }
`);

export const SHARE_PIPELINE = graphql(`
  mutation SharePipeline($input: ShareInput!) {
    sharePipeline(input: $input) {
      pipeline {
        id
        sharedToOrganization
        viewers {
          id
          name
        }
      }
    }
  }
`);

export const UPDATE_ENDPOINT = graphql(`
  mutation UpdateWorkflowEndpoint($input: UpdateWorkflowEndpointInput!) {
    updateWorkflowEndpoint(input: $input) {
      endpoint {
        ...EndpointFields
      }
    }
  }
`);
