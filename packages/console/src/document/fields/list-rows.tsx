import { ActionIcon, Button, Group, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";

import structure from "../renditions/structure.module.css";
import type { Marks } from "../viewer/marks.ts";
import type { DataField } from "./field-queries.ts";
import { FieldInput } from "./field-input.tsx";
import type { FieldsPanel } from "./fields-panel.ts";
import { valueIn, type ListShape, type ValueShape } from "./schema-shape.ts";

/** Rows beyond this are in the table of all documents only. */
const MOST_ROWS = 200;

/** The rows of an array whose first value stands on this page. */
export function ListRows({
  list,
  panel,
  byPath,
  marks,
  shownOn,
  isFirst,
}: {
  readonly list: ListShape;
  readonly panel: FieldsPanel;
  readonly byPath: ReadonlyMap<string, DataField>;
  readonly marks: Marks;
  readonly shownOn: (field: DataField | undefined) => boolean;
  /** Whether this is the first page, which has the rows without a place. */
  readonly isFirst: boolean;
}): ReactNode {
  const rows = valueIn(panel.state.data?.data, list.name);
  const count = Array.isArray(rows) ? rows.length : 0;
  const here = Array.from({ length: Math.min(count, MOST_ROWS) }, (_, index) => index).filter((index) =>
    shownOn(firstOf(list, index, byPath)),
  );
  if (here.length === 0 && !isFirst) return null;
  return (
    <section aria-label={list.label}>
      <Text fw={600} mb={4}>
        {list.label}{" "}
        <Text span c="var(--ink-faint)">
          {count === 0 ? "no rows" : `${count} ${count === 1 ? "row" : "rows"}`}
          {count > MOST_ROWS && `, the first ${MOST_ROWS} are shown`}
        </Text>
      </Text>
      {here.length > 0 && (
        <div className={structure["scroll"]} tabIndex={0} role="region" aria-label={`Rows of ${list.label}`}>
          <table className={structure["grid"]}>
            <thead>
              <tr>
                {list.columns.map(({ name, label }) => (
                  <th key={name}>{label}</th>
                ))}
                {panel.editable && <td />}
              </tr>
            </thead>
            <tbody>
              {here.map((index) => (
                <Row key={index} list={list} index={index} panel={panel} byPath={byPath} marks={marks} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isFirst && panel.editable && <AddRow list={list} count={count} panel={panel} />}
    </section>
  );
}

function Row({
  list,
  index,
  panel,
  byPath,
  marks,
}: {
  readonly list: ListShape;
  readonly index: number;
  readonly panel: FieldsPanel;
  readonly byPath: ReadonlyMap<string, DataField>;
  readonly marks: Marks;
}): ReactNode {
  return (
    <tr>
      {list.columns.map((column) => {
        const path = cellPath(list, index, column);
        return (
          <td key={column.name}>
            <FieldInput
              compact
              path={path}
              label={`${column.label} of row ${index + 1}`}
              field={byPath.get(path)}
              panel={panel}
              marks={marks}
            />
          </td>
        );
      })}
      {panel.editable && (
        <td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove row ${index + 1}`}
            onClick={() => void panel.state.correct(`${list.name}[${index}]`, null)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  );
}

/** A row begins with its first text: an empty one would be no data. */
function AddRow({
  list,
  count,
  panel,
}: {
  readonly list: ListShape;
  readonly count: number;
  readonly panel: FieldsPanel;
}): ReactNode {
  const [first] = list.columns.filter(({ type }) => type === "string");
  if (!first) return null;
  return (
    <Group mt={6}>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => void panel.state.correct(cellPath(list, count, first), "…")}
      >
        Add a row
      </Button>
    </Group>
  );
}

function cellPath({ name }: ListShape, index: number, column: ValueShape): string {
  return `${name}[${index}]${column.name === "" ? "" : `.${column.name}`}`;
}

function firstOf(
  list: ListShape,
  index: number,
  byPath: ReadonlyMap<string, DataField>,
): DataField | undefined {
  for (const column of list.columns) {
    const field = byPath.get(cellPath(list, index, column));
    if (field && field.citations.length > 0) return field;
  }
  return undefined;
}
