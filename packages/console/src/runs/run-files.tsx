import { Button, Checkbox, Code, Group, SegmentedControl, Table, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { useRowKeys } from "../parts/row-keys.ts";
import { StateBadge } from "../parts/state-badge.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { DocumentLink } from "./document-link.tsx";
import { durationInWords, elapsed } from "./durations.ts";
import { FILE_FILTERS, type FileFilter } from "./file-filters.ts";
import { RETRY_FILES, type RunFileRecord, type RunRecord } from "./run-queries.ts";
import { FILE_STATES, isGoingOn } from "./run-states.ts";
import classes from "./runs.module.css";
import type { RunFilePart } from "./use-run-files.ts";

/** The service takes up to this many files at a time. */
const MOST_CHOSEN = 100;

/** The files of a run with their states; some can be run again. */
export function RunFiles({
  run,
  files,
  filter,
  mayManage,
  onFilter,
}: {
  readonly run: RunRecord;
  readonly files: RunFilePart;
  readonly filter: FileFilter | undefined;
  readonly mayManage: boolean;
  readonly onFilter: (filter: FileFilter | undefined) => void;
}): ReactNode {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { onKeyDown } = useRowKeys();
  const mayChoose = mayManage && !isGoingOn(run.status);
  return (
    <div onKeyDown={onKeyDown}>
      <Group mb="md" justify="space-between">
        <FileFilters run={run} filter={filter} onFilter={onFilter} />
        {mayChoose && chosen.length > 0 && (
          <RunTheseAgain runId={run.id} chosen={chosen} onStarted={() => setChosen([])} />
        )}
      </Group>
      {files.error !== undefined && <ApiError error={files.error} retry={files.reload} />}
      {files.isLoading && <TableSkeleton />}
      {!files.isLoading && files.error === undefined && files.nodes.length === 0 && (
        <NoFiles run={run} isFiltered={filter !== undefined} />
      )}
      {files.nodes.length > 0 && (
        <FileTable
          files={files.nodes}
          chosen={chosen}
          onChoose={mayChoose ? (ids) => setChosen(ids.slice(0, MOST_CHOSEN)) : undefined}
        />
      )}
      {files.more !== undefined && (
        <Button mt="md" variant="default" onClick={files.more}>
          Show more
        </Button>
      )}
    </div>
  );
}

function FileFilters({
  run: { totalFiles, failedFiles, successfulFiles, skippedFiles },
  filter,
  onFilter,
}: {
  readonly run: RunRecord;
  readonly filter: FileFilter | undefined;
  readonly onFilter: (filter: FileFilter | undefined) => void;
}): ReactNode {
  const left = Math.max(0, (totalFiles ?? 0) - failedFiles - successfulFiles - skippedFiles);
  return (
    <SegmentedControl
      aria-label="Which files"
      style={{ maxWidth: "100%", overflowX: "auto" }}
      value={filter ?? "all"}
      onChange={(value) => onFilter(FILE_FILTERS.find((one) => one === value))}
      data={[
        { value: "all", label: `All ${totalFiles ?? ""}`.trim() },
        { value: "failed", label: `Failed ${failedFiles}` },
        { value: "done", label: `Done ${successfulFiles}` },
        { value: "skipped", label: `Skipped ${skippedFiles}` },
        { value: "waiting", label: `Not finished ${left}` },
      ]}
    />
  );
}

function NoFiles({
  run: { status },
  isFiltered,
}: {
  readonly run: RunRecord;
  readonly isFiltered: boolean;
}): ReactNode {
  if (isFiltered) return <EmptyState title="No such file">No file of this run has this state.</EmptyState>;
  if (isGoingOn(status)) return <Text role="status">The source is being listed…</Text>;
  return (
    <EmptyState title="No files">
      The source had no file that matches. Check the folder and the patterns in the settings of the pipeline.
    </EmptyState>
  );
}

function RunTheseAgain({
  runId,
  chosen,
  onStarted,
}: {
  readonly runId: string;
  readonly chosen: readonly string[];
  readonly onStarted: () => void;
}): ReactNode {
  const { run, busy } = useAction(RETRY_FILES);
  const start = async (): Promise<void> => {
    const answer = await run({ input: { runId, fileIds: [...chosen] } });
    if (answer !== undefined) onStarted();
  };
  return (
    <Button variant="default" loading={busy} onClick={() => void start()}>
      Run {chosen.length === 1 ? "this one" : `these ${chosen.length}`} again
    </Button>
  );
}

function FileTable({
  files,
  chosen,
  onChoose,
}: {
  readonly files: readonly RunFileRecord[];
  readonly chosen: readonly string[];
  /** Undefined if none can be chosen. */
  readonly onChoose: ((ids: readonly string[]) => void) | undefined;
}): ReactNode {
  const isAll = files.every(({ id }) => chosen.includes(id));
  return (
    <DataTable
      label="Files of the run"
      columns={[
        ...(onChoose === undefined
          ? []
          : [
              {
                name: "Choose",
                head: (
                  <Checkbox
                    aria-label="Choose all shown files"
                    checked={isAll}
                    onChange={() => onChoose(isAll ? [] : files.map(({ id }) => id))}
                  />
                ),
              },
            ]),
        "File",
        "State",
        "Attempts",
        "Took",
        "Written to",
      ]}
    >
      {files.map((file) => (
        <FileRow
          key={file.id}
          file={file}
          isChosen={chosen.includes(file.id)}
          onChoose={
            onChoose &&
            (() =>
              onChoose(
                chosen.includes(file.id) ? chosen.filter((id) => id !== file.id) : [...chosen, file.id],
              ))
          }
        />
      ))}
    </DataTable>
  );
}

function FileRow({
  file: { path, status, errorMessage, attempts, writtenTo, needsReview, startedAt, finishedAt, job },
  isChosen,
  onChoose,
}: {
  readonly file: RunFileRecord;
  readonly isChosen: boolean;
  readonly onChoose: (() => void) | undefined;
}): ReactNode {
  const { state, label } = FILE_STATES[status];
  const took = finishedAt === null ? undefined : elapsed(startedAt, finishedAt);
  return (
    <Table.Tr>
      {onChoose !== undefined && (
        <Table.Td>
          <Checkbox aria-label={`Choose ${path}`} checked={isChosen} onChange={onChoose} />
        </Table.Td>
      )}
      <Table.Td className={classes["path"] ?? ""}>
        {job === null ? path : <DocumentLink jobId={job.id}>{path}</DocumentLink>}
        {errorMessage !== "" && (
          <Text size="sm" c="var(--fault)">
            {errorMessage}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} label={label} />
        {needsReview && <StateBadge state="partly" label="Needs review" />}
      </Table.Td>
      <Table.Td>{attempts}</Table.Td>
      <Table.Td className={classes["nowrap"] ?? ""}>
        {took === undefined ? "" : durationInWords(took)}
      </Table.Td>
      <Table.Td className={classes["path"] ?? ""}>{writtenTo !== null && <Code>{writtenTo}</Code>}</Table.Td>
    </Table.Tr>
  );
}
