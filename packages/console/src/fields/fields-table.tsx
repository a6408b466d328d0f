import { Button, Group, Table, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { FieldsState } from "../document/fields/fields-head.tsx";
import { pagesText, placeOfPart } from "../document/fields/places.ts";
import { shapeOf, shownValue, valueIn, type ValueShape } from "../document/fields/schema-shape.ts";
import { TextLink } from "../parts/links.ts";
import { nameOf } from "../documents/live/job-row.ts";
import type { FieldsRow, TableSchema } from "./fields-queries.ts";
import classes from "./fields.module.css";

/** A row for each document and part, a column for each value that one of them has, or all of the schema's columns. */
export function FieldsTable({
  schema,
  rows,
}: {
  readonly schema: TableSchema;
  readonly rows: readonly FieldsRow[];
}): ReactNode {
  const shape = shapeOf(schema.definition);
  const [showsAll, setShowsAll] = useState(false);
  const isEmpty = ({ name }: { readonly name: string }): boolean =>
    rows.every(({ data, review }) => isNothing(valueIn(data, name)) && !review.includes(name));
  const empty = [...shape.values, ...shape.lists].filter(isEmpty);
  const isShown = (column: { readonly name: string }): boolean =>
    showsAll || !empty.some(({ name }) => name === column.name);
  const [values, lists] = [shape.values.filter(isShown), shape.lists.filter(isShown)];
  return (
    <>
      <div className={classes["region"]} tabIndex={0} role="region" aria-label={`Table of ${schema.title}`}>
        <Table stickyHeader highlightOnHover className={classes["table"] ?? ""}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Document</Table.Th>
              <Table.Th>State</Table.Th>
              {values.map(({ name, label, type }) => (
                <Table.Th key={name} ta={isNumber(type) ? "right" : undefined}>
                  {label}
                </Table.Th>
              ))}
              {lists.map(({ name, label }) => (
                <Table.Th key={name} ta="right">
                  {label}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={`${row.job.id} ${row.part}`}>
                <Table.Th scope="row" className={classes["name"] ?? ""} dir="auto">
                  <TextLink
                    size="md"
                    to="/documents/$id"
                    params={{ id: row.job.id }}
                    search={{ show: "fields", schema: schema.name, ...placeOfPart(row) }}
                    data-row
                    title={nameOf(row.job)}
                  >
                    {nameOf(row.job)}
                    {row.pages && `, ${pagesText(row)}`}
                  </TextLink>
                </Table.Th>
                <Table.Td title={row.message}>
                  <FieldsState status={row.status} />
                </Table.Td>
                {values.map((value) => (
                  <Cell key={value.name} row={row} value={value} />
                ))}
                {lists.map(({ name }) => (
                  <Table.Td key={name} ta="right">
                    {rowsIn(row.data, name)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {empty.length > 0 && (
        <Group gap="xs">
          <Text size="sm" c="var(--ink-faint)">
            {showsAll
              ? "All columns are shown."
              : `Without a value in these documents: ${empty.map(({ label }) => label).join(", ")}.`}
          </Text>
          <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? "Leave out empty columns" : "Show empty columns"}
          </Button>
        </Group>
      )}
    </>
  );
}

function isNothing(value: unknown): boolean {
  return (
    value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function Cell({ row, value }: { readonly row: FieldsRow; readonly value: ValueShape }): ReactNode {
  const found = valueIn(row.data, value.name);
  const isDoubtful = row.review.includes(value.name);
  return (
    <Table.Td
      ta={isNumber(value.type) ? "right" : undefined}
      className={isDoubtful ? (classes["doubtful"] ?? "") : ""}
      title={isDoubtful ? "Needs review" : undefined}
    >
      {typeof found === "number" ? numberText(found, value) : shownValue(found)}
    </Table.Td>
  );
}

/** Amounts line up at their decimal point. */
function numberText(value: number, { type }: ValueShape): string {
  return type === "integer" ? String(value) : value.toLocaleString("en", { minimumFractionDigits: 2 });
}

function isNumber(type: string): boolean {
  return type === "number" || type === "integer";
}

function rowsIn(data: unknown, name: string): string {
  const rows = valueIn(data, name);
  if (!Array.isArray(rows) || rows.length === 0) return "";
  return rows.length === 1 ? "1 row" : `${rows.length} rows`;
}
