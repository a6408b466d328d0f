import { Text } from "@mantine/core";
import type { ReactNode } from "react";

import { nameOf } from "../../documents/live/job-row.ts";
import { JobState } from "../../documents/live/job-state.tsx";
import { modeLabel } from "../../documents/reading/reading.ts";
import type { ViewedJob } from "../model/use-document.ts";
import classes from "../viewer/viewer.module.css";

/** Name, state and what can be done with the document. */
export function DocumentHead({ job }: { readonly job: ViewedJob }): ReactNode {
  return (
    <header className={classes["head"]}>
      <h1 title={nameOf(job)}>{nameOf(job)}</h1>
      <JobState job={job} />
      <Text size="sm" c="var(--ink-faint)">
        {factsOf(job).join(" · ")}
      </Text>
    </header>
  );
}

function factsOf({
  mode,
  pageCount,
  startedAt,
  settledAt,
  pagesDone,
  pagesSelected,
}: ViewedJob): readonly string[] {
  const pages = pageCount === null ? "" : `${pageCount} ${pageCount === 1 ? "page" : "pages"}`;
  const took =
    startedAt === null || settledAt === null
      ? ""
      : `${((Date.parse(settledAt) - Date.parse(startedAt)) / 1000).toFixed(1)} s`;
  const progress =
    settledAt === null && pagesSelected !== null ? `${pagesDone} of ${pagesSelected} read` : "";
  return [pages, progress, took, `mode ${modeLabel(mode).toLowerCase()}`].filter((fact) => fact !== "");
}
