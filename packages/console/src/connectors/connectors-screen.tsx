import { Button, Group, SegmentedControl, Table, Text, TextInput } from "@mantine/core";
import { IconPlus, IconSearch } from "@tabler/icons-react";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { useMay } from "../frame/viewer.ts";
import type { ConnectorsQuery } from "../generated/graphql.ts";
import { DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { ButtonLink } from "../parts/links.ts";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useRowKeys } from "../parts/row-keys.ts";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { Screen } from "../parts/screen.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { CONNECTORS, type ConnectorRecord } from "./connector-queries.ts";
import { KindPicture } from "./kind-picture.tsx";
import { pipelinesUsing, unseenUses } from "./uses.ts";

type Kind = ConnectorsQuery["connectorKinds"][number];

const route = getRouteApi("/frame/connectors");

export function ConnectorsScreen(): ReactNode {
  const { q, mode } = route.useSearch();
  const navigate = route.useNavigate();
  const [after, setAfter] = useState<string>();
  const [{ data, error, stale }, reload] = useQuery({
    query: CONNECTORS,
    variables: { filter: { search: q, mode }, after },
    requestPolicy: "cache-and-network",
  });
  const { search, onKeyDown } = useRowKeys();
  const isFiltered = q !== undefined || mode !== undefined;
  return (
    <Screen title="Connectors" actions={<NewConnectorButton />}>
      <div onKeyDown={onKeyDown}>
        <Group mb="md">
          <TextInput
            ref={search}
            type="search"
            aria-label="Search connectors"
            placeholder="Search by name"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={q ?? ""}
            onChange={({ currentTarget: { value } }) => {
              setAfter(undefined);
              void navigate({
                search: (now) => ({ ...now, q: value === "" ? undefined : value }),
                replace: true,
              });
            }}
            w={260}
          />
          <SegmentedControl
            aria-label="Kind of data"
            value={mode ?? "ALL"}
            onChange={(value) => {
              setAfter(undefined);
              void navigate({
                search: (now) => ({
                  ...now,
                  mode: value === "FILE_SYSTEM" || value === "DATABASE" ? value : undefined,
                }),
              });
            }}
            data={[
              { value: "ALL", label: "All" },
              { value: "FILE_SYSTEM", label: "Files" },
              { value: "DATABASE", label: "Databases" },
            ]}
          />
        </Group>
        {error !== undefined && (
          <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
        )}
        {data === undefined && error === undefined && <TableSkeleton />}
        {data?.connectors.nodes.length === 0 && !stale && <NoConnectors isFiltered={isFiltered} />}
        {data !== undefined && data.connectors.nodes.length > 0 && (
          <ConnectorTable connectors={data.connectors.nodes} kinds={data.connectorKinds} />
        )}
        {data?.connectors.pageInfo.hasNextPage === true && (
          <Button
            mt="md"
            variant="default"
            onClick={() => setAfter(data.connectors.pageInfo.endCursor ?? undefined)}
          >
            Show more
          </Button>
        )}
      </div>
    </Screen>
  );
}

function NewConnectorButton(): ReactNode {
  if (!useMay("CHANGE_RECORDS")) return null;
  return (
    <ButtonLink to="/connectors/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New connector
    </ButtonLink>
  );
}

function NoConnectors({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return isFiltered ? (
    <EmptyState title="No connector matches">Change the search or the filter.</EmptyState>
  ) : (
    <EmptyState title="No connectors yet" action={<NewConnectorButton />}>
      A connector gives pipelines access to a file store or a database: to read documents from it, or to write
      results to it.
    </EmptyState>
  );
}

function ConnectorTable({
  connectors,
  kinds,
}: {
  readonly connectors: readonly ConnectorRecord[];
  readonly kinds: readonly Kind[];
}): ReactNode {
  const kindOf = new Map(kinds.map((kind) => [kind.id, kind]));
  return (
    <DataTable
      label="List of connectors"
      columns={["Name", "Kind", "Status", "Used by", "Shared with", "Changed"]}
    >
      {connectors.map((connector) => (
        <ConnectorRow key={connector.id} connector={connector} kind={kindOf.get(connector.kindId)} />
      ))}
    </DataTable>
  );
}

function ConnectorRow({
  connector,
  kind,
}: {
  readonly connector: ConnectorRecord;
  readonly kind: Kind | undefined;
}): ReactNode {
  const { id, name, reauthenticateSince, updatedAt, sharedToOrganization, viewers, coOwners } = connector;
  const uses = [
    ...pipelinesUsing(connector).map((pipeline) => pipeline.name),
    ...unseenUses(connector).map((workflow) => `Workflow ${workflow.name}`),
  ];
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <KindPicture icon={kind?.icon} />
          <Link to="/connectors/$connectorId" params={{ connectorId: id }} data-row>
            {name}
          </Link>
        </Group>
      </Table.Td>
      <Table.Td>{kind?.name ?? <Text c="var(--ink-faint)">No longer available</Text>}</Table.Td>
      <Table.Td>
        {reauthenticateSince === null ? (
          <StateBadge state="done" label="Ready" />
        ) : (
          <StateBadge state="failed" label="Sign in again" />
        )}
      </Table.Td>
      <Table.Td>
        <Text c={uses.length === 0 ? "var(--ink-faint)" : undefined}>{usesOf(uses)}</Text>
      </Table.Td>
      <Table.Td>{audienceOf({ sharedToOrganization, people: viewers.length + coOwners.length })}</Table.Td>
      <Table.Td>
        <RelativeTime at={updatedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

function usesOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return "Nothing";
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function audienceOf({
  sharedToOrganization,
  people,
}: {
  readonly sharedToOrganization: boolean;
  readonly people: number;
}): string {
  if (sharedToOrganization) return "Everyone";
  if (people === 0) return "Nobody";
  return people === 1 ? "1 person" : `${people} people`;
}
