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
  if (isProcessed(status) && LOST_TEXT.test(statusMessage)) return ["partly", "Processed in part"];
  return STATES[status];
}

/** Messages on text that is missing; others, such as on a picture that was not read, are shown beside the state. */
const LOST_TEXT =
  /pages could not be read|\bcut\b|only (?:the|its) first|more than .* (?:rows|cells|characters)/iu;

const STATES: Readonly<Record<Standing["status"], readonly [State, string]>> = {
  ACCEPTED: ["queued", "Queued"],
  PROCESSING: ["running", "Reading"],
  PROCESSED: ["done", "Processed"],
  RETRIEVED: ["done", "Processed"],
  FAILED: ["failed", "Failed"],
  CANCELLED: ["cancelled", "Cancelled"],
};

function isProcessed(status: Standing["status"]): boolean {
  return status === "PROCESSED" || status === "RETRIEVED";
}

/** Details of the state: the position in the queue, the progress, or the error. */
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
  return isProcessed(status) && textExpiresAt === null ? "The text has been deleted" : "";
}
