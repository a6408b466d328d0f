import { SegmentedControl, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { textIn } from "./configuration.ts";
import type { EndProps } from "./end-props.ts";

/** Which rows of a database are read, and where their documents are. */
export function SourceTable({ end, onChange }: EndProps): ReactNode {
  const { configuration } = end;
  const holdsUrls = "urlColumn" in configuration;
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    onChange({ ...end, configuration: { ...configuration, ...changed } });
  const column = holdsUrls ? "urlColumn" : "contentColumn";
  return (
    <Stack maw={640}>
      <TextInput
        label="Table"
        description="With its schema, if any, such as archive.letters"
        required
        value={textIn(configuration, "table")}
        onChange={({ currentTarget }) => set({ table: currentTarget.value })}
      />
      <TextInput
        label="Key column"
        description="Identifies a row and names its document"
        required
        value={textIn(configuration, "keyColumn")}
        onChange={({ currentTarget }) => set({ keyColumn: currentTarget.value })}
      />
      <SegmentedControl
        aria-label="What the column holds"
        value={column}
        data={[
          { value: "contentColumn", label: "A column holds the documents" },
          { value: "urlColumn", label: "A column holds their addresses" },
        ]}
        onChange={(value) => {
          const { contentColumn: _content, urlColumn: _url, ...others } = configuration;
          onChange({ ...end, configuration: { ...others, [value]: textIn(configuration, column) } });
        }}
      />
      <TextInput
        label={holdsUrls ? "Column with the addresses" : "Column with the documents"}
        required
        value={textIn(configuration, column)}
        onChange={({ currentTarget }) => set({ [column]: currentTarget.value })}
      />
    </Stack>
  );
}
