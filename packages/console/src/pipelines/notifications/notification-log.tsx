import { Button, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../../api/graphql.ts";
import { ApiError } from "../../parts/api-error.tsx";
import { Panel, useReturnFocus } from "../../parts/panel.tsx";
import { TableSkeleton } from "../../parts/table-skeleton.tsx";
import { DeliveryTable } from "../../webhooks/delivery-table.tsx";
import { useRefreshWhile } from "../use-refresh-while.ts";
import type { NotificationRecord } from "./notification-queries.ts";

const LOG = graphql(`
  query NotificationLog($id: ID!, $after: String) {
    node(id: $id) {
      ... on OutcomeNotification {
        id
        deliveries(first: 20, after: $after) {
          pageInfo {
            hasNextPage
            endCursor
          }
          nodes {
            ...DeliveryFields
          }
        }
      }
    }
  }
`);

/** The messages of a notification, newest first, with their attempts. */
export function NotificationLog({
  notification,
  onClose,
}: {
  readonly notification: NotificationRecord;
  readonly onClose: () => void;
}): ReactNode {
  useReturnFocus();
  return (
    <Panel title={`Messages of ${notification.name}`} opened onClose={onClose}>
      <Messages id={notification.id} />
    </Panel>
  );
}

function Messages({ id }: { readonly id: string }): ReactNode {
  const [after, setAfter] = useState<string>();
  const [unfolded, setUnfolded] = useState<string>();
  const [{ data, error }, reload] = useQuery({
    query: LOG,
    variables: { id, after },
    requestPolicy: "network-only",
  });
  const refresh = (): void => reload({ requestPolicy: "network-only" });
  const log = data?.node && "deliveries" in data.node ? data.node.deliveries : undefined;
  useRefreshWhile(log?.nodes.some(({ state }) => state === "PENDING") === true, refresh);
  if (error !== undefined) return <ApiError error={error} retry={refresh} />;
  if (log === undefined) return <TableSkeleton rows={3} />;
  if (log.nodes.length === 0)
    return <Text>Nothing was sent yet. A message is sent when a run of the pipeline ends.</Text>;
  const { hasNextPage, endCursor } = log.pageInfo;
  return (
    <Stack>
      <DeliveryTable
        deliveries={log.nodes}
        withoutDocument="Outcome of a run"
        unfolded={unfolded}
        onUnfold={setUnfolded}
        onReplayed={refresh}
      />
      <Text c="var(--ink-faint)">Messages are kept for 30 days.</Text>
      {hasNextPage && (
        <Button variant="default" onClick={() => setAfter(endCursor ?? undefined)}>
          Older
        </Button>
      )}
    </Stack>
  );
}
