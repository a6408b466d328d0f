import { Button, Group, Stack, Switch, Table, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { ACTIONS, DataTable } from "../../parts/data-table.tsx";
import { ApiError } from "../../parts/api-error.tsx";
import { ConfirmAction } from "../../parts/confirm-action.tsx";
import { EmptyState } from "../../parts/empty-state.tsx";
import { TableSkeleton } from "../../parts/table-skeleton.tsx";
import { useAction } from "../../parts/use-action.ts";
import { NotificationLog } from "./notification-log.tsx";
import { NotificationPanel } from "./notification-panel.tsx";
import {
  DELETE_NOTIFICATION,
  NOTIFICATIONS,
  UPDATE_NOTIFICATION,
  type NotificationRecord,
} from "./notification-queries.ts";

/** Where a message is sent when a run of the pipeline ends. */
export function OutcomeNotifications({ pipelineId }: { readonly pipelineId: string }): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: NOTIFICATIONS, variables: { pipelineId } });
  const [edited, setEdited] = useState<NotificationRecord | "new">();
  const [logged, setLogged] = useState<NotificationRecord>();
  const refresh = (): void => reload({ requestPolicy: "network-only" });
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setEdited("new")}
    >
      New notification
    </Button>
  );
  if (error !== undefined) return <ApiError error={error} retry={refresh} />;
  if (data === undefined) return <TableSkeleton rows={2} />;
  const notifications = data.outcomeNotifications;
  return (
    <Stack>
      {notifications.length === 0 ? (
        <EmptyState title="No notifications" action={add}>
          A notification sends a message to a program or to a Slack channel whenever a run ends, or only when
          one fails.
        </EmptyState>
      ) : (
        <>
          <Group>{add}</Group>
          <NotificationTable
            notifications={notifications}
            onEdit={setEdited}
            onLog={setLogged}
            onDeleted={refresh}
          />
        </>
      )}
      {logged !== undefined && <NotificationLog notification={logged} onClose={() => setLogged(undefined)} />}
      <NotificationPanel
        key={edited === undefined || edited === "new" ? "new" : edited.id}
        pipelineId={pipelineId}
        edited={edited}
        onClose={() => setEdited(undefined)}
        onSaved={() => {
          setEdited(undefined);
          refresh();
        }}
      />
    </Stack>
  );
}

function NotificationTable({
  notifications,
  onEdit,
  onLog,
  onDeleted,
}: {
  readonly notifications: readonly NotificationRecord[];
  readonly onEdit: (notification: NotificationRecord) => void;
  readonly onLog: (notification: NotificationRecord) => void;
  readonly onDeleted: () => void;
}): ReactNode {
  return (
    <DataTable label="Notifications of the pipeline" columns={["Name", "Sent to", "When", "Active", ACTIONS]}>
      {notifications.map((one) => (
        <Row key={one.id} notification={one} onEdit={onEdit} onLog={onLog} onDeleted={onDeleted} />
      ))}
    </DataTable>
  );
}

function Row({
  notification,
  onEdit,
  onLog,
  onDeleted,
}: {
  readonly notification: NotificationRecord;
  readonly onEdit: (notification: NotificationRecord) => void;
  readonly onLog: (notification: NotificationRecord) => void;
  readonly onDeleted: () => void;
}): ReactNode {
  const { id, name, url, platform, active, failuresOnly } = notification;
  const update = useAction(UPDATE_NOTIFICATION);
  const remove = useAction(DELETE_NOTIFICATION, { done: "The notification was deleted." });
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        {url}
        {platform === "SLACK" && (
          <Text size="sm" c="var(--ink-faint)">
            As a Slack message
          </Text>
        )}
      </Table.Td>
      <Table.Td>{failuresOnly ? "When a run fails" : "When a run ends"}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={`${name} is sent`}
          checked={active}
          disabled={update.busy}
          onChange={({ currentTarget }) => void update.run({ input: { id, active: currentTarget.checked } })}
        />
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onEdit(notification)}
            aria-label={`Edit ${name}`}
          >
            Edit
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onLog(notification)}
            aria-label={`Messages of ${name}`}
          >
            Messages
          </Button>
          <ConfirmAction
            label="Delete"
            consequence="No more messages are sent to this address."
            busy={remove.busy}
            onConfirm={() => void remove.run({ input: { id } }).then(onDeleted)}
          />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
