import { Alert, Button, Group, Select, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { FieldsStatus } from "../../generated/graphql.ts";
import { StateBadge, type State } from "../../parts/state-badge.tsx";
import classes from "../viewer/viewer.module.css";
import type { FieldsPanel } from "./fields-panel.ts";
import { ALL_DONE, useFocusWhenNext } from "./selected-field.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

/** The kind of data, its state, and what is done with all of its fields. */
export function FieldsHead({
  panel,
  onSchema,
  queue,
}: {
  readonly panel: FieldsPanel;
  readonly onSchema: (schema: string) => void;
  readonly queue: ReviewQueue;
}): ReactNode {
  const { state, editable } = panel;
  const { data } = state;
  const choose = (schema: string | null): void => {
    if (schema === null) return;
    onSchema(schema);
    if (editable) void state.read(schema);
  };
  return (
    <div className={classes["fieldsHead"]}>
      <Group gap="sm">
        <Select
          aria-label="What is read"
          placeholder="Choose what is read"
          size="sm"
          w={200}
          allowDeselect={false}
          data={state.schemas.map(({ name, title }) => ({ value: name, label: title }))}
          value={state.schema ?? null}
          onChange={choose}
        />
        {data && <FieldsState status={data.status} />}
        {data?.status === "NEEDS_REVIEW" && (
          <Text c="var(--ink-faint)" role="status">
            {data.review.length} {data.review.length === 1 ? "value" : "values"} to check
          </Text>
        )}
        {editable && data?.data && <Actions panel={panel} queue={queue} />}
      </Group>
      {state.problem !== "" && (
        <Alert color="red" variant="light" mt={6} role="alert">
          {state.problem}
        </Alert>
      )}
      {panel.selected.path !== undefined && editable && (
        <Text size="sm" c="var(--ink-faint)" mt={4}>
          Click words of the page to take them. Enter saves or confirms and goes on; Tab goes to the next
          field.
        </Text>
      )}
    </div>
  );
}

/** In a queue, each of them leads to its next document. */
function Actions({
  panel: { state, selected },
  queue,
}: {
  readonly panel: FieldsPanel;
  readonly queue: ReviewQueue;
}): ReactNode {
  const confirm = useFocusWhenNext<HTMLButtonElement>(selected, ALL_DONE, !state.busy);
  const then = async (work: () => Promise<boolean>): Promise<void> => {
    if (await work()) queue.next();
  };
  const on = queue.isOpen ? " and next" : "";
  return (
    <Group gap={6} ml="auto">
      {queue.isOpen && (
        <Button size="compact-sm" variant="subtle" onClick={queue.next}>
          Skip
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        loading={state.busy}
        onClick={() => void then(() => state.reject())}
      >
        Reject{on}
      </Button>
      <Button
        size="compact-sm"
        ref={confirm}
        loading={state.busy}
        onClick={() => void then(() => state.confirm())}
      >
        Confirm all{on}
      </Button>
    </Group>
  );
}

const STATES: Readonly<Record<FieldsStatus, { readonly state: State; readonly label: string }>> = {
  WAITING: { state: "queued", label: "Waiting" },
  NEEDS_REVIEW: { state: "partly", label: "Needs review" },
  READY: { state: "done", label: "Ready" },
  CONFIRMED: { state: "done", label: "Confirmed" },
  REJECTED: { state: "cancelled", label: "Rejected" },
  FAILED: { state: "failed", label: "Failed" },
};

export function FieldsState({ status }: { readonly status: FieldsStatus }): ReactNode {
  return <StateBadge {...STATES[status]} />;
}
