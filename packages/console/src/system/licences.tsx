import { Button, Group, Pagination, Stack, Table, Text, TextInput } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { LICENCES } from "./system-queries.ts";

const PAGE_SIZE = 25;

const route = getRouteApi("/frame/system");

/** The dependencies of the service with their licences, asked for when they are unfolded. */
export function Licences(): ReactNode {
  const { licences: search } = route.useSearch();
  const navigate = route.useNavigate();
  const isOpen = search !== undefined;
  return (
    <Stack align="stretch">
      <Group>
        <Button
          variant="default"
          aria-expanded={isOpen}
          onClick={() =>
            void navigate({ search: isOpen ? {} : { licences: "" }, replace: true, resetScroll: false })
          }
        >
          {isOpen ? "Hide licences" : "Show licences"}
        </Button>
      </Group>
      {isOpen && <LicenceList search={search} />}
    </Stack>
  );
}

function LicenceList({ search }: { readonly search: string }): ReactNode {
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  // The address follows what is typed, after the next drawing.
  const [typed, setTyped] = useState(search);
  const [{ data, error }, reload] = useQuery({ query: LICENCES });
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (data === undefined) return <TableSkeleton />;
  const wanted = search.trim().toLowerCase();
  const found = data.system.licences.filter(({ name, licence }) =>
    `${name} ${licence}`.toLowerCase().includes(wanted),
  );
  const pages = Math.ceil(found.length / PAGE_SIZE);
  const shown = Math.min(page, Math.max(1, pages));
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search licences"
        placeholder="Package or licence"
        maw={320}
        value={typed}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          void navigate({ search: { licences: value }, replace: true, resetScroll: false });
        }}
      />
      <Text c="var(--ink-faint)" role="status">
        {found.length === 1 ? "1 package" : `${found.length.toLocaleString("en")} packages`}
      </Text>
      {found.length === 0 ? (
        <EmptyState title="No package found">No name or licence contains “{search}”.</EmptyState>
      ) : (
        <LicenceTable licences={found.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)} />
      )}
      {pages > 1 && (
        <nav aria-label="Pages of licences">
          <Pagination
            size="sm"
            siblings={0}
            total={pages}
            value={shown}
            onChange={(chosen) =>
              void navigate({ search: { licences: search, page: chosen }, resetScroll: false })
            }
            getControlProps={(control) => ({ "aria-label": `${control} page` })}
          />
        </nav>
      )}
    </>
  );
}

function LicenceTable({
  licences,
}: {
  readonly licences: readonly { readonly name: string; readonly version: string; readonly licence: string }[];
}): ReactNode {
  return (
    <Table aria-labelledby="licences">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Package</Table.Th>
          <Table.Th>Version</Table.Th>
          <Table.Th>Licence</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {licences.map(({ name, version, licence }) => (
          <Table.Tr key={`${name}@${version}`}>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
            <Table.Td>{version}</Table.Td>
            <Table.Td>{licence}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
