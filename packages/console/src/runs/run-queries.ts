import { graphql } from "../api/graphql.ts";
import type { RunFieldsFragment, RunFilesQuery } from "../generated/graphql.ts";

export type RunRecord = RunFieldsFragment;
export type RunFileRecord = NonNullable<RunFilesQuery["run"]>["files"]["nodes"][number];

graphql(`
  fragment RunFields on Run {
    id
    status
    trigger
    createdAt
    startedAt
    finishedAt
    totalFiles
    successfulFiles
    failedFiles
    skippedFiles
    retries
    errorMessage
  }
`);

export const RUN = graphql(`
  query Run($id: ID!) {
    run(id: $id) {
      ...RunFields
      pipeline {
        id
        name
        active
        mayManage
      }
    }
  }
`);

export const RUN_CHANGED = graphql(`
  subscription RunChanged($id: ID!) {
    runChanged(id: $id) {
      run {
        ...RunFields
      }
    }
  }
`);

export const RUN_FILES = graphql(`
  query RunFiles($id: ID!, $statuses: [RunFileStatus!], $after: String) {
    run(id: $id) {
      id
      files(first: 100, after: $after, statuses: $statuses) {
        nodes {
          id
          name
          path
          status
          errorMessage
          attempts
          writtenTo
          needsReview
          bytes
          startedAt
          finishedAt
          job {
            id
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const RETRY_FAILED = graphql(`
  mutation RetryFailedFiles($input: RetryFailedFilesInput!) {
    retryFailedFiles(input: $input) {
      run {
        ...RunFields
      }
    }
  }
`);

export const RETRY_FILES = graphql(`
  mutation RetryFiles($input: RetryFilesInput!) {
    retryFiles(input: $input) {
      run {
        ...RunFields
      }
    }
  }
`);

export const CANCEL_RUN = graphql(`
  mutation CancelRun($input: CancelRunInput!) {
    cancelRun(input: $input) {
      run {
        ...RunFields
      }
    }
  }
`);
