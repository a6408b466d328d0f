import { Checkbox, Code, Select, Stack, Table, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { flagIn, textIn } from "./configuration.ts";
import { DestinationData } from "./destination-data.tsx";
import { DestinationRenditions } from "./destination-renditions.tsx";
import { EXAMPLE_PATH, useDestinationPreview } from "./destination-preview.ts";
import type { EndProps } from "./end-props.ts";

const DEFAULT_TABLE = "galley_results";

/** The table to which texts are written, with the row that a file leads to. */
export function DestinationTable({ end, onChange }: EndProps): ReactNode {
  const { configuration } = end;
  const isSingle = textIn(configuration, "columnMode") === "single";
  const preview = useDestinationPreview(end);
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    onChange({ ...end, configuration: { ...configuration, ...changed } });
  return (
    <Stack maw={640}>
      <TextInput
        label="Table"
        description="With its schema, if any, such as archive.texts"
        placeholder={preview?.table ?? DEFAULT_TABLE}
        value={textIn(configuration, "table")}
        onChange={({ currentTarget: { value } }) => {
          const { table: _, ...others } = configuration;
          onChange({ ...end, configuration: value === "" ? others : { ...others, table: value } });
        }}
      />
      <Checkbox
        label="Create the table, or columns that it lacks"
        checked={flagIn(configuration, "createTable", true)}
        onChange={({ currentTarget }) => set({ createTable: currentTarget.checked })}
      />
      <DestinationData end={end} onChange={onChange} />
      {textIn(configuration, "schema") === "" && (
        <Select
          label="Columns"
          allowDeselect={false}
          value={isSingle ? "single" : "columns"}
          data={[
            { value: "columns", label: "One for each part of the result" },
            { value: "single", label: "One for the whole result, as JSON" },
          ]}
          onChange={(value) => value !== null && set({ columnMode: value })}
        />
      )}
      <DestinationRenditions end={end} onChange={onChange} />
      {preview !== undefined && preview.row !== null && preview.table !== null && (
        <ExampleRow table={preview.table} row={preview.row} />
      )}
      {preview?.childTables.map(({ table, row }) => (
        <ExampleRow key={table} table={table} row={row} />
      ))}
    </Stack>
  );
}

function ExampleRow({
  table,
  row,
}: {
  readonly table: string;
  readonly row: Readonly<Record<string, unknown>>;
}): ReactNode {
  return (
    <Table withTableBorder captionSide="top">
      <Table.Caption>
        The row that a run writes for <Code>{EXAMPLE_PATH}</Code> into <Code>{table}</Code>
      </Table.Caption>
      <Table.Tbody>
        {Object.entries(row).map(([column, value]) => (
          <Table.Tr key={column}>
            <Table.Th scope="row">{column}</Table.Th>
            <Table.Td style={{ overflowWrap: "anywhere" }}>{shown(value)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
