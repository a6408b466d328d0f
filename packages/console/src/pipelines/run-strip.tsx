import { Group, Tooltip, VisuallyHidden } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { RunStatus } from "../generated/graphql.ts";
import { RUN_STATES } from "../runs/run-states.ts";
import type { PipelineRow } from "./pipeline-queries.ts";
import classes from "./pipelines.module.css";

type RunSummary = PipelineRow["recentRuns"][number];

/** The least size of what is clicked. */
const SLOT = 24;
/** If there is no room for all runs, there is a second line. */
const FEWEST_IN_LINE = 7;
const FULL_HEIGHT = 22;
const LEAST_HEIGHT = 4;

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

/** The latest runs, oldest first, as bars: their height stands for the number of files, their colour for the result. */
export function RunStrip({
  runs,
  isLinked,
}: {
  readonly runs: readonly RunSummary[];
  /** Whether the caller can open the runs. */
  readonly isLinked: boolean;
}): ReactNode {
  if (runs.length === 0) return <span className={classes["faint"]}>Not run yet</span>;
  const most = Math.max(1, ...runs.map(filesOf));
  return (
    <Group
      gap={0}
      align="flex-end"
      miw={SLOT * Math.min(runs.length, FEWEST_IN_LINE)}
      role="group"
      aria-label="Latest runs"
    >
      {runs.toReversed().map((run) => {
        const height = Math.round(LEAST_HEIGHT + ((FULL_HEIGHT - LEAST_HEIGHT) * filesOf(run)) / most);
        const words = wordsOf(run);
        const bar = <span className={classes["bar"]} data-result={resultOf(run.status)} style={{ height }} />;
        return (
          <Tooltip key={run.runId} label={words}>
            {isLinked ? (
              <Link className={classes["slot"] ?? ""} to="/runs/$runId" params={{ runId: run.runId }}>
                {bar}
                <VisuallyHidden>{words}</VisuallyHidden>
              </Link>
            ) : (
              <span className={classes["slot"]}>
                {bar}
                <VisuallyHidden>{words}</VisuallyHidden>
              </span>
            )}
          </Tooltip>
        );
      })}
    </Group>
  );
}

function filesOf({ totalFiles, skippedFiles }: RunSummary): number {
  return (totalFiles ?? 0) - skippedFiles;
}

function resultOf(status: RunStatus): string {
  return RUN_STATES[status].state;
}

function wordsOf({ status, successfulFiles, failedFiles, skippedFiles, createdAt }: RunSummary): string {
  const counts = [
    successfulFiles > 0 && `${successfulFiles} done`,
    failedFiles > 0 && `${failedFiles} failed`,
    skippedFiles > 0 && `${skippedFiles} skipped`,
  ].filter((count) => count !== false);
  return `${RUN_STATES[status].label}, ${exact.format(new Date(createdAt))}${
    counts.length > 0 ? `: ${counts.join(", ")}` : ""
  }`;
}
