import { Alert, Button, Checkbox, Group, Select, Text } from "@mantine/core";
import type { ReactNode } from "react";

import type { FieldsStatus } from "../../generated/graphql.ts";
import { StateBadge, type State } from "../../parts/state-badge.tsx";
import classes from "../viewer/viewer.module.css";
import type { DocumentPlace } from "../document-place.ts";
import type { FieldsPanel } from "./fields-panel.ts";
import { pagesText, placeOfPart } from "./places.ts";
import type { DocumentFieldsState } from "./use-document-fields.ts";
import { ALL_DONE, useFocusWhenNext } from "./selected-field.ts";
import type { ReviewQueue } from "./use-review-queue.ts";

/** The kind of data, its state, and what is done with all of its fields. */
export function FieldsHead({
  panel,
  onPart,
  hasPages,
  queue,
}: {
  readonly panel: FieldsPanel;
  readonly onPart: (place: Pick<DocumentPlace, "schema" | "part" | "page">) => void;
  /** Whether the document has more than one page. */
  readonly hasPages: boolean;
  readonly queue: ReviewQueue;
}): ReactNode {
  const { state, editable } = panel;
  const { data } = state;
  const choose = (schema: string | null): void => {
    if (schema === null) return;
    onPart({ schema });
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
        {hasPages && data?.schema.isSplittable === true && (
          <Parts state={state} editable={editable} onPart={onPart} />
        )}
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

/** The parts of a document that is split, or the choice to split it. */
function Parts({
  state: { schema = "", parts, data, busy, read },
  editable,
  onPart,
}: {
  readonly state: DocumentFieldsState;
  readonly editable: boolean;
  readonly onPart: (place: Pick<DocumentPlace, "schema" | "part" | "page">) => void;
}): ReactNode {
  const isSplit = data?.pages !== null;
  const split = async (): Promise<void> => {
    if (await read(schema, !isSplit)) onPart({});
  };
  return (
    <>
      {parts.length > 1 && (
        <Select
          aria-label="Part of the document"
          size="sm"
          w={150}
          allowDeselect={false}
          data={parts.map((one) => ({ value: String(one.part), label: `${one.part}: ${pagesText(one)}` }))}
          value={String(data?.part)}
          onChange={(chosen) => {
            const found = parts.find(({ part }) => String(part) === chosen);
            if (found) onPart(placeOfPart(found));
          }}
        />
      )}
      {editable && data?.data != null && (
        <Checkbox
          label="Split"
          title="Each invoice of the file has fields of its own"
          checked={isSplit}
          disabled={busy}
          onChange={() => void split()}
        />
      )}
    </>
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
  const then = (work: () => Promise<boolean>): void => void (queue.isOpen ? queue.leave(work) : work());
  const on = queue.isOpen ? " and next" : "";
  return (
    <Group gap={6} ml="auto">
      {queue.isOpen && (
        <Button size="compact-sm" variant="subtle" onClick={() => void queue.next()}>
          Skip
        </Button>
      )}
      <Button size="compact-sm" variant="default" loading={state.busy} onClick={() => then(state.reject)}>
        Reject{on}
      </Button>
      <Button
        size="compact-sm"
        ref={confirm}
        loading={state.busy}
        onClick={() => then(() => state.confirm())}
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
