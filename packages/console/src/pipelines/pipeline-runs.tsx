import { Button, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import type { PipelineRunsQuery } from "../generated/graphql.ts";
import { DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useRowKeys } from "../parts/row-keys.ts";
import { StateBadge } from "../parts/state-badge.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { durationInWords, elapsed } from "../runs/durations.ts";
import { isGoingOn, RUN_STATES, TRIGGERS } from "../runs/run-states.ts";
import { PIPELINE_RUNS } from "./pipeline-queries.ts";
import { useRefreshWhile } from "./use-refresh-while.ts";

type Run = NonNullable<PipelineRunsQuery["pipeline"]>["runs"]["nodes"][number];

/** All runs of a pipeline, newest first. */
export function PipelineRuns({ pipelineId }: { readonly pipelineId: string }): ReactNode {
  const [after, setAfter] = useState<string>();
  const [{ data, error }, reload] = useQuery({
    query: PIPELINE_RUNS,
    variables: { id: pipelineId, after },
    requestPolicy: "cache-and-network",
  });
  const { onKeyDown } = useRowKeys();
  const refresh = (): void => reload({ requestPolicy: "network-only" });
  const part = data?.pipeline?.runs;
  useRefreshWhile(part?.nodes.some(({ status }) => isGoingOn(status)) === true, refresh);
  if (error !== undefined) return <ApiError error={error} retry={refresh} />;
  if (part === undefined) return <TableSkeleton />;
  if (part.nodes.length === 0) {
    return (
      <EmptyState title="No runs yet">
        A run reads the documents of the source and writes their texts to the destination. Start one with “Run
        now”, or set a schedule.
      </EmptyState>
    );
  }
  return (
    <div onKeyDown={onKeyDown}>
      <DataTable label="Runs of the pipeline" columns={["Started", "State", "Started by", "Files", "Took"]}>
        {part.nodes.map((run) => (
          <Row key={run.id} run={run} />
        ))}
      </DataTable>
      {part.pageInfo.hasNextPage && (
        <Button mt="md" variant="default" onClick={() => setAfter(part.pageInfo.endCursor ?? undefined)}>
          Show more
        </Button>
      )}
    </div>
  );
}

function Row({ run }: { readonly run: Run }): ReactNode {
  const { id, status, trigger, createdAt, startedAt, finishedAt, errorMessage } = run;
  const { state, label } = RUN_STATES[status];
  const took = finishedAt === null ? undefined : elapsed(startedAt, finishedAt);
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/runs/$runId" params={{ runId: id }} data-row>
          <RelativeTime at={createdAt} />
        </Link>
      </Table.Td>
      <Table.Td>
        <StateBadge state={state} label={label} />
      </Table.Td>
      <Table.Td>{TRIGGERS[trigger]}</Table.Td>
      <Table.Td>
        {countsOf(run)}
        {errorMessage !== "" && (
          <Text size="sm" c="var(--fault)" lineClamp={1} title={errorMessage}>
            {errorMessage}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{took === undefined ? "" : durationInWords(took)}</Table.Td>
    </Table.Tr>
  );
}

function countsOf({ totalFiles, successfulFiles, failedFiles, skippedFiles }: Run): string {
  if (totalFiles === null) return "";
  const parts = [`${successfulFiles} of ${totalFiles} done`];
  if (failedFiles > 0) parts.push(`${failedFiles} failed`);
  if (skippedFiles > 0) parts.push(`${skippedFiles} skipped`);
  return parts.join(", ");
}
