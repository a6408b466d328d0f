import { Button, Stack, Table, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { useAction } from "../parts/use-action.ts";
import { DocumentLink } from "../runs/document-link.tsx";
import { Attempts } from "./attempts.tsx";
import { REPLAY, type DeliveryRecord } from "./delivery-queries.ts";
import { attemptInWords, contentOf, DELIVERY_STATES } from "./delivery-words.ts";
import classes from "./webhooks.module.css";

interface Unfolding {
  /** Id of the delivery whose attempts are shown. */
  readonly unfolded: string | undefined;
  readonly onUnfold: (id: string | undefined) => void;
}

/** Deliveries as rows, of which one at a time unfolds its attempts. */
export function DeliveryTable({
  deliveries,
  withoutDocument = "Test message",
  onReplayed,
  ...unfolding
}: Unfolding & {
  readonly deliveries: readonly DeliveryRecord[];
  /** The content of deliveries that have no document. */
  readonly withoutDocument?: string;
  readonly onReplayed: () => void;
}): ReactNode {
  return (
    <DataTable
      label="Deliveries"
      columns={["Message", "State", { name: "Attempts", align: "right" }, "Last attempt", "Created", ACTIONS]}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow
          key={delivery.id}
          delivery={delivery}
          content={contentOf(delivery, withoutDocument)}
          onReplayed={onReplayed}
          {...unfolding}
        />
      ))}
    </DataTable>
  );
}

function DeliveryRow({
  delivery,
  content,
  unfolded,
  onUnfold,
  onReplayed,
}: Unfolding & {
  readonly delivery: DeliveryRecord;
  readonly content: string;
  readonly onReplayed: () => void;
}): ReactNode {
  const { id, state, createdAt, nextAttemptAt, attemptsMade, attempts } = delivery;
  const isUnfolded = unfolded === id;
  const last = attempts.at(-1);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <UnstyledButton
            className={classes["toggle"] ?? ""}
            fz="inherit"
            aria-expanded={isUnfolded}
            data-row
            onClick={() => onUnfold(isUnfolded ? undefined : id)}
          >
            <IconChevronRight aria-hidden size={14} />
            {content}
          </UnstyledButton>
        </Table.Td>
        <Table.Td>
          <StateBadge {...DELIVERY_STATES[state]} />
        </Table.Td>
        <Table.Td ta="right">{attemptsMade}</Table.Td>
        <Table.Td>
          {last === undefined ? "None yet" : attemptInWords(last)}
          {nextAttemptAt !== null && attemptsMade > 0 && (
            <>
              , next <RelativeTime at={nextAttemptAt} />
            </>
          )}
        </Table.Td>
        <Table.Td>
          <RelativeTime at={createdAt} />
        </Table.Td>
        <Table.Td ta="right">{state !== "PENDING" && <Replay id={id} onReplayed={onReplayed} />}</Table.Td>
      </Table.Tr>
      {isUnfolded && (
        <Table.Tr>
          <Table.Td colSpan={6} bg="var(--sheet)">
            <Stack gap="sm" p="xs" className={classes["unfolded"] ?? ""}>
              {delivery.job !== null && (
                <DocumentLink jobId={delivery.job.id}>Open the document</DocumentLink>
              )}
              <Attempts attempts={attempts} attemptsMade={attemptsMade} />
            </Stack>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

function Replay({ id, onReplayed }: { readonly id: string; readonly onReplayed: () => void }): ReactNode {
  const { run, busy } = useAction(REPLAY);
  const replay = async (): Promise<void> => {
    if (await run({ deliveryId: id })) onReplayed();
  };
  return (
    <Button size="compact-sm" variant="subtle" loading={busy} onClick={() => void replay()}>
      Replay
    </Button>
  );
}
