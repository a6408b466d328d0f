import { Button, Group, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery, type CombinedError } from "urql";

import type { DeliveryLogQuery } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { ButtonLink } from "../parts/links.ts";
import { useRowKeys } from "../parts/row-keys.ts";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { useRefreshWhile } from "../pipelines/use-refresh-while.ts";
import { DELIVERIES, SEND_TEST } from "./delivery-queries.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import { outcomeOf } from "./delivery-words.ts";
import { isStateFilter, stateOf } from "./log-search.ts";

/** How often the log is asked for again, and while a message is on its way. */
const REFRESH_MS = 15_000;
const REFRESH_PENDING_MS = 1500;

const route = getRouteApi("/frame/webhooks/$name");

type Deliveries = NonNullable<DeliveryLogQuery["webhook"]>["deliveries"];

interface Log {
  readonly deliveries: Deliveries | undefined;
  readonly error: CombinedError | undefined;
  readonly refresh: () => void;
}

/** What was sent to the webhook, newest first. */
export function DeliveryLog(): ReactNode {
  const { name } = route.useParams();
  const { state } = route.useSearch();
  const navigate = route.useNavigate();
  const log = useLog(name);
  const { onKeyDown } = useRowKeys();
  return (
    <section aria-labelledby="deliveries">
      <Stack>
        <Group justify="space-between">
          <Title order={2} id="deliveries">
            Deliveries
          </Title>
          <SendTest name={name} log={log} />
        </Group>
        <SegmentedControl
          aria-label="State"
          style={{ alignSelf: "start", maxWidth: "100%", overflowX: "auto" }}
          data={[
            { value: "all", label: "All" },
            { value: "pending", label: "Pending" },
            { value: "delivered", label: "Delivered" },
            { value: "failed", label: "Failed" },
            { value: "disabled", label: "Disabled" },
          ]}
          value={state ?? "all"}
          onChange={(chosen) =>
            void navigate({ search: isStateFilter(chosen) ? { state: chosen } : {}, resetScroll: false })
          }
        />
        {log.error !== undefined && <ApiError error={log.error} retry={log.refresh} />}
        {log.deliveries === undefined && log.error === undefined && <TableSkeleton />}
        {log.deliveries !== undefined && (
          <div onKeyDown={onKeyDown}>
            <LogPart deliveries={log.deliveries} refresh={log.refresh} />
          </div>
        )}
      </Stack>
    </section>
  );
}

/** The part of the log that the address names, up to date. */
function useLog(name: string): Log {
  const { state, after } = route.useSearch();
  const [{ data, error }, ask] = useQuery({
    query: DELIVERIES,
    variables: { name, state: stateOf(state), after: after ?? null },
    requestPolicy: "cache-and-network",
  });
  const refresh = (): void => ask({ requestPolicy: "network-only" });
  const deliveries = data?.webhook?.deliveries;
  const isPending = deliveries?.nodes.some((delivery) => delivery.state === "PENDING") ?? false;
  useRefreshWhile(
    useDocumentVisibility() === "visible",
    refresh,
    isPending ? REFRESH_PENDING_MS : REFRESH_MS,
  );
  return { deliveries, error, refresh };
}

/** Sends a test message, unfolds it in the log and says how it ended. */
function SendTest({ name, log }: { readonly name: string; readonly log: Log }): ReactNode {
  const navigate = route.useNavigate();
  const { run, busy } = useAction(SEND_TEST);
  const [sentId, setSentId] = useState<string>();
  const sent = log.deliveries?.nodes.find(({ id }) => id === sentId);
  const send = async (): Promise<void> => {
    const answer = await run({ name });
    if (answer === undefined) return;
    const { id } = answer.sendTestMessage.delivery;
    setSentId(id);
    await navigate({ search: { delivery: id }, resetScroll: false });
    log.refresh();
  };
  return (
    <Group>
      <Text role="status">{sent !== undefined && outcomeOf(sent)}</Text>
      <Button variant="default" loading={busy} onClick={() => void send()}>
        Send a test message
      </Button>
    </Group>
  );
}

function LogPart({
  deliveries: { nodes, totalCount, pageInfo },
  refresh,
}: {
  readonly deliveries: Deliveries;
  readonly refresh: () => void;
}): ReactNode {
  const { state, after, delivery } = route.useSearch();
  const navigate = route.useNavigate();
  if (nodes.length === 0)
    return (
      <EmptyState title={state === undefined ? "Nothing was sent yet" : "No delivery has this state"}>
        {state === undefined
          ? "Submit a document that names this webhook, or send a test message."
          : "Choose another state to see more of the log."}
      </EmptyState>
    );
  return (
    <Stack>
      <DeliveryTable
        deliveries={nodes}
        unfolded={delivery}
        onUnfold={(id) =>
          void navigate({
            search: (now) => ({ ...now, delivery: id }),
            replace: true,
            resetScroll: false,
          })
        }
        onReplayed={refresh}
      />
      <Group justify="space-between">
        <Text c="var(--ink-faint)">
          {totalCount === 1 ? "1 delivery" : `${totalCount.toLocaleString("en")} deliveries`}, kept for 30
          days
        </Text>
        <Group gap="xs">
          {after !== undefined && (
            <ButtonLink
              variant="default"
              from="/webhooks/$name"
              to="."
              search={state === undefined ? {} : { state }}
              resetScroll={false}
            >
              Newest
            </ButtonLink>
          )}
          {pageInfo.hasNextPage && pageInfo.endCursor !== null && (
            <ButtonLink
              variant="default"
              from="/webhooks/$name"
              to="."
              search={{ ...(state !== undefined && { state }), after: pageInfo.endCursor }}
              resetScroll={false}
            >
              Older
            </ButtonLink>
          )}
        </Group>
      </Group>
    </Stack>
  );
}
