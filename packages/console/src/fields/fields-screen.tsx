import { Button, Group, Menu, Select, Stack, Text, Title } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, type ReactNode, type RefObject } from "react";
import { useQuery } from "urql";

import { ask } from "../api/uncached.ts";
import { placeOfPart } from "../document/fields/places.ts";
import { useMay } from "../frame/viewer.ts";
import { ApiError } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { ButtonLink, TextLink } from "../parts/links.ts";
import { useRowKeys } from "../parts/row-keys.ts";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { DropDocuments } from "./drop-documents.tsx";
import { FieldsFilters } from "./fields-filters.tsx";
import { apiFilter, type FieldsFilter } from "./fields-filter.ts";
import { FIELDS_DOWNLOAD, FIELDS_SCHEMAS, type TableSchema } from "./fields-queries.ts";
import { FieldsTable } from "./fields-table.tsx";
import { useFieldsTable, type FieldsTableState } from "./use-fields-table.ts";

const route = getRouteApi("/frame/fields");

/** Documents as the rows of a table, by a schema. */
export function FieldsScreen(): ReactNode {
  const filter = route.useSearch();
  const name = filter.schema ?? "invoice";
  const { onKeyDown, search } = useRowKeys();
  const table = useFieldsTable(name, filter);
  const { schema, rows, error, reload } = table;
  const submits = useMay("SUBMIT_DOCUMENTS");
  useEffect(() => {
    document.title = "Fields · Galley";
  }, []);
  return (
    <Stack gap="md" onKeyDown={onKeyDown}>
      <Group justify="space-between" mih={36}>
        <Title order={1}>Fields</Title>
        <Group gap="xs">
          <SchemaChoice name={name} />
          {schema && <ReviewButton schema={schema} />}
          {schema && <Export schema={schema} filter={filter} />}
        </Group>
      </Group>
      {submits && (
        <DropDocuments
          schema={name}
          title={schema?.title ?? name}
          isSplittable={schema?.isSplittable === true}
          isEmpty={rows.length === 0}
          onAccepted={reload}
        />
      )}
      {error !== undefined && <ApiError error={error} retry={reload} />}
      {schema === undefined && error === undefined && <TableSkeleton />}
      {schema && <Documents table={table} schema={schema} filter={filter} searchField={search} />}
    </Stack>
  );
}

function Documents({
  table: { rows, more },
  schema,
  filter,
  searchField,
}: {
  readonly table: FieldsTableState;
  readonly schema: TableSchema;
  readonly filter: FieldsFilter;
  readonly searchField: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const navigate = useNavigate();
  const isNarrowed = filter.search !== undefined || (filter.status ?? []).length > 0;
  if (rows.length === 0 && !isNarrowed) return <NothingHere isNarrowed={false} />;
  return (
    <>
      <FieldsFilters
        filter={filter}
        onFilter={(next) =>
          void navigate({ to: "/fields", search: { ...next, schema: schema.name }, replace: true })
        }
        searchField={searchField}
        total={schema.documents.totalCount}
      />
      {rows.length > 0 ? <FieldsTable schema={schema} rows={rows} /> : <NothingHere isNarrowed />}
      {more && (
        <Button variant="default" onClick={more} style={{ alignSelf: "center" }}>
          Show more
        </Button>
      )}
    </>
  );
}

function NothingHere({ isNarrowed }: { readonly isNarrowed: boolean }): ReactNode {
  return isNarrowed ? (
    <EmptyState title="No document matches">Search for part of a name or tag, or remove a filter.</EmptyState>
  ) : (
    <EmptyState title="No documents yet">
      Each document that you drop becomes a row of this table. Export it when it is complete.
    </EmptyState>
  );
}

/** The schemas; a person's own ones can be changed. */
function SchemaChoice({ name }: { readonly name: string }): ReactNode {
  const [{ data }] = useQuery({ query: FIELDS_SCHEMAS, requestPolicy: "cache-and-network" });
  const navigate = useNavigate();
  const manages = useMay("MANAGE_SCHEMAS");
  return (
    <Group gap="xs">
      <Select
        aria-label="Schema"
        w={190}
        allowDeselect={false}
        data={(data?.fieldsSchemas ?? []).map((schema) => ({ value: schema.name, label: schema.title }))}
        value={name}
        onChange={(schema) => schema !== null && void navigate({ to: "/fields", search: { schema } })}
      />
      <TextLink to="/fields/schemas/$name" params={{ name }}>
        What is read
      </TextLink>
      <TextLink to="/fields/schemas/$name/evaluation" params={{ name }}>
        Evaluation
      </TextLink>
      {manages && (
        <TextLink to="/fields/new" search={{ from: name }}>
          New schema
        </TextLink>
      )}
    </Group>
  );
}

function ReviewButton({ schema: { name, toReview } }: { readonly schema: TableSchema }): ReactNode {
  const [first] = toReview.nodes;
  if (!first) return null;
  return (
    <ButtonLink
      variant="default"
      to="/documents/$id"
      params={{ id: first.job.id }}
      search={{ show: "fields", schema: name, review: true, ...placeOfPart(first) }}
    >
      Review {toReview.totalCount}
    </ButtonLink>
  );
}

/** The table as it is filtered. */
function Export({
  schema,
  filter,
}: {
  readonly schema: TableSchema;
  readonly filter: FieldsFilter;
}): ReactNode {
  const save = async (format: "CSV" | "XLSX"): Promise<void> => {
    const { fieldsSchema } = await ask(FIELDS_DOWNLOAD, {
      schema: schema.name,
      format,
      filter: apiFilter(filter),
    });
    if (fieldsSchema) location.assign(fieldsSchema.download.path);
  };
  const isEmpty = schema.documents.totalCount === 0;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button disabled={isEmpty} rightSection={<IconChevronDown aria-hidden size={14} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save("XLSX")}>
          Excel (XLSX)
          <Text size="xs" c="var(--ink-faint)">
            A sheet for the documents and one for each list
          </Text>
        </Menu.Item>
        <Menu.Item onClick={() => void save("CSV")}>
          CSV
          <Text size="xs" c="var(--ink-faint)">
            A line for each document
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
