import { ActionIcon, Button, CopyButton, Text, Tooltip } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactNode } from "react";

import { cancelJobs, deleteJobs } from "../../documents/job-actions.ts";
import { isSettled, nameOf } from "../../documents/live/job-row.ts";
import { JobState } from "../../documents/live/job-state.tsx";
import { modeLabel } from "../../documents/reading/reading.ts";
import { useMay } from "../../frame/viewer.ts";
import { ConfirmAction } from "../../parts/confirm-action.tsx";
import type { ViewedJob } from "../model/use-document.ts";
import classes from "../viewer/viewer.module.css";
import { DownloadMenu } from "./download-menu.tsx";
import { RunAgain } from "./run-again.tsx";

const AsCode = lazy(() =>
  import("./code/as-code.tsx").then(({ AsCode: component }) => ({ default: component })),
);

/** Name, state and what can be done with the document. */
export function DocumentHead({ job }: { readonly job: ViewedJob }): ReactNode {
  const [code, setCode] = useState(false);
  const submits = useMay("SUBMIT_DOCUMENTS");
  const cancels = useMay("CANCEL_JOBS");
  const deletes = useMay("DELETE_JOBS");
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const deleted = await deleteJobs([job.id]);
    if (deleted.length > 0) await navigate({ to: "/documents" });
  };
  return (
    <header className={classes["head"]}>
      <h1 dir="auto" title={nameOf(job)}>
        {nameOf(job)}
      </h1>
      <JobState job={job} />
      <Text size="sm" c="var(--ink-faint)">
        {factsOf(job).join(" · ")}
      </Text>
      <div className={classes["actions"]}>
        {cancels && !isSettled(job) && (
          <Button size="compact-sm" variant="default" onClick={() => void cancelJobs([job.id])}>
            Cancel
          </Button>
        )}
        <DownloadMenu job={job} />
        <Button size="compact-sm" variant="default" onClick={() => setCode(true)}>
          As code
        </Button>
        <CopyButton value={location.href}>
          {({ copied, copy }) => (
            <Tooltip label={copied ? "Copied" : "Copy the link to this page"}>
              <ActionIcon variant="default" size={26} onClick={copy} aria-label="Copy the link to this page">
                <IconLink size={15} />
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
        {deletes && isSettled(job) && (
          <ConfirmAction
            label="Delete"
            consequence="The document, its text and its places are deleted for everyone. This cannot be undone."
            onConfirm={() => void remove()}
          />
        )}
        {submits && <RunAgain job={job} />}
      </div>
      {code && (
        <Suspense>
          <AsCode job={job} onClose={() => setCode(false)} />
        </Suspense>
      )}
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
  return [pages, progress, took, `read as ${modeLabel(mode).toLowerCase()}`].filter((fact) => fact !== "");
}
