import { ActionIcon, Button, CopyButton, Menu, Text, Tooltip } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconLink } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ReactNode } from "react";

import { cancelJobs, deleteJobs } from "../../documents/job-actions.ts";
import { isSettled, nameOf } from "../../documents/live/job-row.ts";
import { JobState } from "../../documents/live/job-state.tsx";
import { modeLabel } from "../../documents/reading/reading.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { ConfirmAction } from "../../parts/confirm-action.tsx";
import { saveFile } from "../../parts/save-file.ts";
import type { ViewedJob } from "../model/use-document.ts";
import classes from "../viewer/viewer.module.css";
import { correctionsOf, download, markdownOf } from "./download.ts";
import { RunAgain } from "./run-again.tsx";
import { wholeJson, wholeText } from "./whole-document.ts";

const AsCode = lazy(() =>
  import("./code/as-code.tsx").then(({ AsCode: component }) => ({ default: component })),
);

/** Name, state and what can be done with the document. */
export function DocumentHead({ job }: { readonly job: ViewedJob }): ReactNode {
  const [code, setCode] = useState(false);
  const navigate = useNavigate();
  const remove = async (): Promise<void> => {
    const deleted = await deleteJobs([job.id]);
    if (deleted.length > 0) await navigate({ to: "/documents" });
  };
  return (
    <header className={classes["head"]}>
      <h1 title={nameOf(job)}>{nameOf(job)}</h1>
      <JobState job={job} />
      <Text size="sm" c="var(--ink-faint)">
        {factsOf(job).join(" · ")}
      </Text>
      <div className={classes["actions"]}>
        {!isSettled(job) && (
          <Button size="compact-sm" variant="default" onClick={() => void cancelJobs([job.id])}>
            Cancel
          </Button>
        )}
        <Download job={job} />
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
        {isSettled(job) && (
          <ConfirmAction
            label="Delete"
            consequence="The document, its text and its places are deleted for everyone. This cannot be undone."
            onConfirm={() => void remove()}
          />
        )}
        <RunAgain job={job} />
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
  return [pages, progress, took, `mode ${modeLabel(mode).toLowerCase()}`].filter((fact) => fact !== "");
}

function Download({ job }: { readonly job: ViewedJob }): ReactNode {
  const [busy, setBusy] = useState(false);
  const stem = nameOf(job).replace(/\.\w{1,5}$/, "");
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      notifications.show({ color: "red", title: "That did not work", message: reasonOf(error) });
    }
    setBusy(false);
  };
  const text = (): Promise<string> => wholeText(job.id, job.options.pageSeparator);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          disabled={job.pagesDone === 0}
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void during(() => download(job.id, "TEXT"))}>Text (.txt)</Menu.Item>
        <Menu.Item onClick={() => void during(async () => saveFile(`${stem}.md`, await markdownOf(job.id)))}>
          Markdown (.md)
        </Menu.Item>
        <Menu.Item onClick={() => void during(() => download(job.id, "SEARCHABLE_PDF"))}>
          Searchable PDF
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            void during(async () => saveFile(`${stem}.json`, await wholeJson(job.id), "application/json"))
          }
        >
          Pages with boxes (.json)
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            void during(async () =>
              saveFile(`${stem} corrections.json`, await correctionsOf(job.id), "application/json"),
            )
          }
        >
          Corrections (.json)
        </Menu.Item>
        <Menu.Item onClick={() => void during(() => download(job.id, "DOCUMENT"))}>
          The document as submitted
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void during(async () => navigator.clipboard.writeText(await text()))}>
          Copy the whole text
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
