import { Checkbox, MultiSelect, Select } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { FIELDS_SCHEMAS } from "../../../fields/fields-queries.ts";
import { textIn, textsIn } from "./configuration.ts";
import type { EndProps } from "./end-props.ts";

const REVIEWS = [
  { value: "write", label: "Write them at once, marked as doubtful" },
  { value: "wait", label: "Write them after a person has reviewed them" },
];

const FORMATS = [
  { value: "json", label: "JSON, each value with its place" },
  { value: "csv", label: "CSV, with a file for each table" },
  { value: "xlsx", label: "Excel" },
];

/** The schema of the data that is written of each document, and how. */
export function DestinationData({ end, onChange }: EndProps): ReactNode {
  const { configuration, connection } = end;
  const [{ data }] = useQuery({ query: FIELDS_SCHEMAS });
  const schema = textIn(configuration, "schema");
  const isSplittable = data?.fieldsSchemas.find(({ name }) => name === schema)?.isSplittable === true;
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    onChange({ ...end, configuration: { ...configuration, ...changed } });
  const setSchema = (name: string | null): void => {
    const {
      schema: _,
      review: __,
      fieldFormats: ___,
      columnMode: ____,
      split: _____,
      ...others
    } = configuration;
    onChange({ ...end, configuration: name === null ? others : { ...others, schema: name } });
  };
  return (
    <>
      <Select
        label="Data"
        description={
          connection === "DATABASE"
            ? "A column for each value of the schema, and a table for its rows"
            : "The values of the schema, in files beside each document's"
        }
        placeholder="None: only the text is written"
        clearable
        data={(data?.fieldsSchemas ?? []).map(({ name, title }) => ({ value: name, label: title }))}
        value={schema === "" ? null : schema}
        onChange={setSchema}
      />
      {schema !== "" && connection === "FILE_SYSTEM" && (
        <MultiSelect
          label="Files of the data"
          data={FORMATS}
          value={"fieldFormats" in configuration ? textsIn(configuration, "fieldFormats") : ["json"]}
          onChange={(fieldFormats) => set({ fieldFormats })}
        />
      )}
      {isSplittable && (
        <Checkbox
          label="Split files with several invoices"
          description="Each invoice becomes a row of its own"
          checked={configuration["split"] === true}
          onChange={(event) => set({ split: event.currentTarget.checked })}
        />
      )}
      {schema !== "" && (
        <Select
          label="Documents with doubtful values"
          allowDeselect={false}
          data={REVIEWS}
          value={textIn(configuration, "review") || "write"}
          onChange={(review) => review !== null && set({ review })}
        />
      )}
    </>
  );
}
