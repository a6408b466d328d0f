import { Button, Table } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { useMay } from "../frame/viewer.ts";
import { DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { NewWebhookPanel } from "./new-webhook-panel.tsx";
import { WebhookState } from "./webhook-state.tsx";

const WEBHOOKS = graphql(`
  query Webhooks {
    webhooks {
      id
      name
      url
      disabledAt
      updatedAt
    }
  }
`);

/** The addresses that results are sent to. */
export function WebhooksScreen(): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: WEBHOOKS });
  const [creating, { open, close }] = useDisclosure(false);
  const manages = useMay("MANAGE_WEBHOOKS");
  return (
    <Screen title="Webhooks" actions={manages && <Button onClick={open}>New webhook</Button>}>
      {error !== undefined && (
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      )}
      {data === undefined && error === undefined && <TableSkeleton />}
      {data?.webhooks.length === 0 && (
        <EmptyState title="No webhooks yet">
          A webhook receives the text of each document that names it, as soon as it is read.
        </EmptyState>
      )}
      {data !== undefined && data.webhooks.length > 0 && (
        <DataTable label="Webhooks" columns={["Name", "Address", "State", "Changed"]}>
          {data.webhooks.map(({ id, name, url, disabledAt, updatedAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Link to="/webhooks/$name" params={{ name }} data-row>
                  {name}
                </Link>
              </Table.Td>
              <Table.Td>{url}</Table.Td>
              <Table.Td>
                <WebhookState disabledAt={disabledAt} />
              </Table.Td>
              <Table.Td>
                <RelativeTime at={updatedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <NewWebhookPanel opened={creating} onClose={close} />
    </Screen>
  );
}
