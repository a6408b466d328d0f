import { MultiSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";

import { textIn, textsIn } from "./configuration.ts";
import type { EndProps } from "./end-props.ts";

const RENDITIONS = [
  { value: "text", label: "Text" },
  { value: "markdown", label: "Markdown" },
  { value: "html", label: "HTML" },
  { value: "plain", label: "Text in reading order" },
  { value: "tables", label: "Tables as JSON" },
  { value: "blocks", label: "Blocks as JSON" },
  { value: "chunks", label: "Pieces for AI search, as JSON" },
];

const FILE_RENDITIONS = [...RENDITIONS, { value: "csv", label: "Tables as CSV" }];

/** With a schema, only the data are written by default. */
function defaultOf(configuration: EndProps["end"]["configuration"]): string[] {
  return textIn(configuration, "schema") === "" ? ["text"] : [];
}

/** What is written of each document, and the table of chunks of a database. */
export function DestinationRenditions({ end, onChange }: EndProps): ReactNode {
  const { configuration, connection } = end;
  const isDatabase = connection === "DATABASE";
  const chosen = textsIn(configuration, "renditions");
  return (
    <>
      <MultiSelect
        label="Contents"
        description={isDatabase ? "A column for each" : "A file for each, beside its metadata"}
        data={isDatabase ? RENDITIONS : FILE_RENDITIONS}
        value={"renditions" in configuration ? chosen : defaultOf(configuration)}
        onChange={(renditions) => onChange({ ...end, configuration: { ...configuration, renditions } })}
      />
      {isDatabase && (
        <TextInput
          label="Table for pieces"
          description="Gets a row for each piece of text, for AI search; empty means none"
          value={textIn(configuration, "chunkTable")}
          onChange={({ currentTarget: { value } }) => {
            const { chunkTable: _, ...others } = configuration;
            onChange({ ...end, configuration: value === "" ? others : { ...others, chunkTable: value } });
          }}
        />
      )}
    </>
  );
}
