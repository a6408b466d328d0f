import { Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { StateBadge, type State } from "../../parts/state-badge.tsx";
import type { JobRow } from "./job-row.ts";

type Standing = Pick<
  JobRow,
  "status" | "statusMessage" | "queuePosition" | "pagesDone" | "pagesSelected" | "textExpiresAt"
>;

/** A document's state as a badge: a word, an icon and a colour. */
export function JobState({ job }: { readonly job: Standing }): ReactNode {
  const [state, label] = stateOf(job);
  return <StateBadge state={state} label={label} />;
}

export function stateOf({
  status,
  statusMessage,
}: Pick<Standing, "status" | "statusMessage">): readonly [State, string] {
  switch (status) {
    case "ACCEPTED":
      return ["queued", "Queued"];
    case "PROCESSING":
      return ["running", "Reading"];
    case "FAILED":
      return ["failed", "Failed"];
    case "CANCELLED":
      return ["cancelled", "Cancelled"];
    case "PROCESSED":
    case "RETRIEVED":
      return statusMessage === "" ? ["done", "Processed"] : ["partly", "Processed in part"];
  }
}

/** What there is to say beside the state: the position in the queue, the progress, or what went wrong. */
export function JobProgress({ job }: { readonly job: Standing }): ReactNode {
  const { status, pagesDone, pagesSelected } = job;
  const words = (
    <Text size="sm" c="var(--ink-faint)" truncate title={wordsOf(job)}>
      {wordsOf(job)}
    </Text>
  );
  if (status !== "PROCESSING" || pagesSelected === null || pagesSelected === 0) return words;
  return (
    <div>
      {words}
      <Progress
        size={3}
        value={(100 * pagesDone) / pagesSelected}
        aria-label={`${pagesDone} of ${pagesSelected} pages`}
      />
    </div>
  );
}

function wordsOf({
  status,
  statusMessage,
  queuePosition,
  pagesDone,
  pagesSelected,
  textExpiresAt,
}: Standing): string {
  if (status === "ACCEPTED")
    return queuePosition === null ? "Waiting to be read" : `Number ${queuePosition} in the queue`;
  if (status === "PROCESSING")
    return pagesSelected === null ? "Opening the document" : `Page ${pagesDone} of ${pagesSelected}`;
  if (statusMessage !== "") return statusMessage;
  const processed = status === "PROCESSED" || status === "RETRIEVED";
  return processed && textExpiresAt === null ? "The text has been deleted" : "";
}
