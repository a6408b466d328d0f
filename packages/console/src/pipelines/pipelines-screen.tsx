import { Alert, Button, Group, Select, Table, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { useMay } from "../frame/viewer.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { ButtonLink } from "../parts/links.ts";
import { useRowKeys } from "../parts/row-keys.ts";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { Screen } from "../parts/screen.tsx";
import { isGoingOn } from "../runs/run-states.ts";
import { ActiveSwitch } from "./active-switch.tsx";
import { EndPictures } from "./end-pictures.tsx";
import { PIPELINES, type PipelineRow } from "./pipeline-queries.ts";
import { PIPELINE_SORTS, type PipelineSort } from "./addresses.ts";
import { RunNowButton } from "./run-now-button.tsx";
import { RunStrip } from "./run-strip.tsx";
import { ScheduleText } from "./schedule-text.tsx";
import { useRefreshWhile } from "./use-refresh-while.ts";

const route = getRouteApi("/frame/pipelines");

const SORT_LABELS = {
  LAST_RUN_AT: "Last run first",
  NAME: "By name",
  CREATED_AT: "Newest first",
  RUN_COUNT: "Most runs first",
} as const satisfies Record<PipelineSort, string>;

export function PipelinesScreen(): ReactNode {
  const { q, sort = "LAST_RUN_AT" } = route.useSearch();
  const navigate = route.useNavigate();
  const [after, setAfter] = useState<string>();
  const [{ data, error, stale }, reload] = useQuery({
    query: PIPELINES,
    variables: {
      filter: { search: q },
      orderBy: { by: sort, direction: sort === "NAME" ? ("ASCENDING" as const) : ("DESCENDING" as const) },
      after,
    },
    requestPolicy: "cache-and-network",
  });
  const { search, onKeyDown } = useRowKeys();
  const pipelines = data?.pipelines.nodes ?? [];
  useRefreshWhile(
    pipelines.some(({ recentRuns }) => recentRuns.some(({ status }) => isGoingOn(status))),
    () => reload({ requestPolicy: "network-only" }),
  );
  return (
    <Screen title="Pipelines" actions={<NewPipelineButton />}>
      <div onKeyDown={onKeyDown}>
        <Group mb="md">
          <TextInput
            ref={search}
            type="search"
            aria-label="Search pipelines"
            placeholder="Search by name"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={q ?? ""}
            w={260}
            onChange={({ currentTarget: { value } }) => {
              setAfter(undefined);
              void navigate({
                search: (now) => ({ ...now, q: value === "" ? undefined : value }),
                replace: true,
              });
            }}
          />
          <Select
            aria-label="Order"
            allowDeselect={false}
            w={170}
            value={sort}
            data={PIPELINE_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
            onChange={(value) => {
              setAfter(undefined);
              void navigate({
                search: (now) => ({ ...now, sort: PIPELINE_SORTS.find((one) => one === value) }),
              });
            }}
          />
        </Group>
        {error !== undefined && (
          <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
        )}
        {data === undefined && error === undefined && <TableSkeleton />}
        {data !== undefined && pipelines.length === 0 && !stale && (
          <NoPipelines isFiltered={q !== undefined} />
        )}
        {pipelines.length > 0 && <PipelineTable pipelines={pipelines} />}
        {data?.pipelines.pageInfo.hasNextPage === true && (
          <Button
            mt="md"
            variant="default"
            onClick={() => setAfter(data.pipelines.pageInfo.endCursor ?? undefined)}
          >
            Show more
          </Button>
        )}
      </div>
    </Screen>
  );
}

function NewPipelineButton(): ReactNode {
  if (!useMay("CHANGE_RECORDS")) return null;
  return (
    <ButtonLink to="/pipelines/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New pipeline
    </ButtonLink>
  );
}

function NoPipelines({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No pipeline matches">Change the search.</EmptyState>
  ) : (
    <EmptyState title="No pipelines yet" action={<NewPipelineButton />}>
      A pipeline reads the documents of a folder or a table, on a schedule or when you ask, and writes their
      text to another one.
    </EmptyState>
  );
}

function PipelineTable({ pipelines }: { readonly pipelines: readonly PipelineRow[] }): ReactNode {
  return (
    <DataTable
      label="List of pipelines"
      columns={["Name", "From, to", "Schedule", "Latest runs", "Active", ACTIONS]}
    >
      {pipelines.map((pipeline) => (
        <Row key={pipeline.id} pipeline={pipeline} />
      ))}
    </DataTable>
  );
}

function Row({ pipeline }: { readonly pipeline: PipelineRow }): ReactNode {
  const { id, name, active, source, mayManage, problems, recentRuns } = pipeline;
  const [problem] = problems;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/pipelines/$pipelineId" params={{ pipelineId: id }} data-row>
          {name}
        </Link>
        {problem !== undefined && (
          <Alert color="yellow" variant="light" p={4} mt={2}>
            {problem.message}
          </Alert>
        )}
      </Table.Td>
      <Table.Td>
        <EndPictures source={source} destination={pipeline.destination} />
      </Table.Td>
      <Table.Td>
        <ScheduleText {...pipeline} />
      </Table.Td>
      <Table.Td>
        <RunStrip runs={recentRuns} isLinked={mayManage} />
      </Table.Td>
      <Table.Td>
        <ActiveSwitch pipeline={pipeline} />
      </Table.Td>
      <Table.Td>
        {source.connection !== "API" && mayManage && (
          <RunNowButton pipelineId={id} name={name} size="xs" variant="default" disabled={!active} />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
