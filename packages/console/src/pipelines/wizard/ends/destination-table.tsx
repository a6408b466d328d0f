import { Checkbox, Code, Select, Stack, Table, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { flagIn, textIn } from "./configuration.ts";
import { DestinationRenditions } from "./destination-renditions.tsx";
import type { EndProps } from "./end-props.ts";

/** The columns of a row, with what they hold for one file. */
const COLUMNS = [
  ["file_path", "2026/invoice.pdf"],
  ["content_hash", "9f86d081884c7d65…"],
  ["execution_id", "the run"],
  ["text", "Invoice 4711 …"],
  ["metadata", "pages, mode, times …, as JSON"],
  ["status", "SUCCESS"],
  ["error", ""],
  ["started_at", "2026-03-12 06:00:01"],
  ["written_at", "2026-03-12 06:00:03"],
] as const;

/** In one column, as JSON. */
const SINGLE_COLUMNS = [...COLUMNS.slice(0, 2), ["data", "text, status, pages, times …, as JSON"]] as const;

const DEFAULT_TABLE = "galley_results";

/** The table to which texts are written, with the row that a file leads to. */
export function DestinationTable({ end, onChange }: EndProps): ReactNode {
  const { configuration } = end;
  const isSingle = textIn(configuration, "columnMode") === "single";
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    onChange({ ...end, configuration: { ...configuration, ...changed } });
  return (
    <Stack maw={640}>
      <TextInput
        label="Table"
        description="With its schema, if any, such as archive.texts"
        placeholder={DEFAULT_TABLE}
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
      <DestinationRenditions end={end} onChange={onChange} />
      <Table withTableBorder captionSide="top">
        <Table.Caption>
          The row of one file in <Code>{textIn(configuration, "table") || DEFAULT_TABLE}</Code>
        </Table.Caption>
        <Table.Tbody>
          {(isSingle ? SINGLE_COLUMNS : COLUMNS).map(([column, example]) => (
            <Table.Tr key={column}>
              <Table.Th scope="row">{column}</Table.Th>
              <Table.Td>{example}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
