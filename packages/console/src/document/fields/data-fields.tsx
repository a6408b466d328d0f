import { Alert, Button, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, type ReactNode } from "react";

import type { Beside } from "../viewer/beside.ts";
import type { DataField } from "./field-queries.ts";
import { FieldInput } from "./field-input.tsx";
import type { FieldsPanel } from "./fields-panel.ts";
import { ListRows } from "./list-rows.tsx";
import { markOf, pageOf } from "./places.ts";
import { shapeOf } from "./schema-shape.ts";

/** The fields that stand on a page; those without a place are shown beside the first page. */
export function DataFields({
  panel,
  parts: { content, marks, show },
  firstPage,
}: {
  readonly panel: FieldsPanel;
  readonly parts: Beside;
  readonly firstPage: number;
}): ReactNode {
  const { loading, data, schema } = panel.state;
  const { next } = panel.selected;
  useEffect(() => {
    if (!next || document.querySelector(`input[data-field="${CSS.escape(next)}"]`)) return;
    const field = data?.fields.find(({ path }) => path === next);
    // Its page is not drawn yet.
    show(field && markOf(field));
  }, [next]);
  if (loading) return <Skeleton height={240} radius={0} />;
  const isFirst = content.number === firstPage;
  if (!data?.data) return isFirst && <NotRead panel={panel} schema={schema} />;
  const byPath = new Map(data.fields.map((field) => [field.path, field]));
  const { values, lists } = shapeOf(data.schema.definition);
  const here = values.filter(({ name }) => pageOf(byPath.get(name), firstPage) === content.number);
  return (
    <Stack p="sm" gap="md">
      {isFirst && data.notes.map((note) => <Alert key={note}>{note}</Alert>)}
      {here.length > 0 && (
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="sm" verticalSpacing="xs">
          {here.map(({ name, label }) => (
            <FieldInput
              key={name}
              path={name}
              label={label}
              field={byPath.get(name)}
              panel={panel}
              marks={marks}
            />
          ))}
        </SimpleGrid>
      )}
      {lists.map((list) => (
        <ListRows
          key={list.name}
          list={list}
          panel={panel}
          byPath={byPath}
          marks={marks}
          shownOn={(field) => pageOf(field, firstPage) === content.number}
          isFirst={isFirst}
        />
      ))}
      {here.length === 0 && !isFirst && <NothingHere fields={data.fields} page={content.number} />}
    </Stack>
  );
}

function NothingHere({
  fields,
  page,
}: {
  readonly fields: readonly DataField[];
  readonly page: number;
}): ReactNode {
  if (fields.some(({ citations }) => citations[0]?.page === page)) return null;
  return <Text c="var(--ink-faint)">No field stands on this page.</Text>;
}

function NotRead({
  panel,
  schema,
}: {
  readonly panel: FieldsPanel;
  readonly schema: string | undefined;
}): ReactNode {
  const { data, busy, read } = panel.state;
  if (data?.status === "FAILED")
    return (
      <Alert color="red" m="sm" title="The fields could not be read">
        {data.message}
      </Alert>
    );
  if (data?.status === "WAITING")
    return (
      <Text p="md" c="var(--ink-faint)" role="status">
        The fields are being read.
      </Text>
    );
  return (
    <Stack p="md" align="flex-start">
      <Text c="var(--ink-faint)">
        {schema === undefined
          ? "Choose above what kind of document it is: its values are then read, each with its place on the page."
          : "The fields of this document were not read yet."}
      </Text>
      {schema !== undefined && panel.editable && (
        <Button loading={busy} onClick={() => void read(schema)}>
          Read the fields
        </Button>
      )}
    </Stack>
  );
}
