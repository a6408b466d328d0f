import { graphql } from "../../api/graphql.ts";
import type { JobRowFragment } from "../../generated/graphql.ts";

/** What a list shows of a document. */
graphql(`
  fragment JobRow on Job {
    id
    status
    statusMessage
    mode
    tag
    submittedAt
    startedAt
    settledAt
    queuePosition
    pageCount
    pagesSelected
    pagesDone
    textExpiresAt
    file {
      name
      bytes
      mediaType
    }
    source {
      name
      url
    }
  }
`);

export type JobRow = JobRowFragment;

interface Named {
  readonly name: string;
}

export function nameOf({
  file,
  source,
}: {
  readonly file: Named | null;
  readonly source: Named | null;
}): string {
  return file?.name ?? source?.name ?? "Unnamed document";
}

export function isSettled({ status }: Pick<JobRow, "status">): boolean {
  return status !== "ACCEPTED" && status !== "PROCESSING";
}
