import { Alert, Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import type { FieldsSchemaQuery } from "../generated/graphql.ts";
import { useMay } from "../frame/viewer.ts";
import { ApiError, messageOf } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { DraftEvaluation } from "./evaluation/draft-evaluation.tsx";
import { ButtonLink, TextLink } from "../parts/links.ts";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { CREATE_SCHEMA, DELETE_SCHEMA, FIELDS_SCHEMA, UPDATE_SCHEMA } from "./fields-queries.ts";
import { draftOf, withProperties } from "./schema-draft.ts";
import { SchemaForm } from "./schema-form.tsx";

type Schema = NonNullable<FieldsSchemaQuery["fieldsSchema"]>;

/** What is read by a schema. Those of the organization can be changed. */
export function SchemaScreen(): ReactNode {
  const { name } = useParams({ from: "/frame/fields/schemas/$name" });
  const [{ data, error }, reload] = useQuery({
    query: FIELDS_SCHEMA,
    variables: { name },
    requestPolicy: "network-only",
  });
  const schema = data?.fieldsSchema;
  if (error !== undefined) return <ApiError error={error} retry={reload} />;
  if (!schema) return <TableSkeleton />;
  return schema.isShipped ? (
    <Shipped schema={schema} />
  ) : (
    <Own key={schema.version} schema={schema} onSaved={() => reload()} />
  );
}

function Shipped({ schema: { name, title, definition } }: { readonly schema: Schema }): ReactNode {
  const manages = useMay("MANAGE_SCHEMAS");
  return (
    <Screen
      title={title}
      actions={
        manages && (
          <ButtonLink to="/fields/new" search={{ from: name }}>
            Make a copy
          </ButtonLink>
        )
      }
    >
      <SchemaLinks name={name} title={title} />
      <Text c="var(--ink-faint)">This schema ships with Galley. Copy it to change what is read.</Text>
      <Editor definition={definition} onChange={undefined} />
    </Screen>
  );
}

function SchemaLinks({ name, title }: Pick<Schema, "name" | "title">): ReactNode {
  return (
    <Group gap="md">
      <TextLink to="/fields" search={{ schema: name }} size="md">
        Table of {title}
      </TextLink>
      <TextLink to="/fields/schemas/$name/evaluation" params={{ name }} size="md">
        Evaluation
      </TextLink>
    </Group>
  );
}

function Own({ schema, onSaved }: { readonly schema: Schema; readonly onSaved: () => void }): ReactNode {
  const { name, title, version } = schema;
  const [definition, setDefinition] = useState(schema.definition);
  const update = useAction(UPDATE_SCHEMA, {
    done: "The new version is saved. Documents are read by it from now on.",
    quiet: true,
  });
  const remove = useAction(DELETE_SCHEMA, { done: "The schema was deleted." });
  const navigate = useNavigate();
  const manages = useMay("MANAGE_SCHEMAS");
  const deletes = useMay("DELETE_SCHEMAS");
  return (
    <Screen
      title={title}
      actions={
        <>
          {deletes && (
            <ConfirmAction
              label="Delete"
              consequence="All its versions and all fields that were read by it are deleted."
              busy={remove.busy}
              onConfirm={() =>
                void remove.run({ name }).then((done) => done && navigate({ to: "/fields", search: {} }))
              }
            />
          )}
          {manages && (
            <Button
              loading={update.busy}
              disabled={definition === schema.definition}
              onClick={() =>
                void update.run({ input: { name, definition } }).then((done) => done && onSaved())
              }
            >
              Save version {version + 1}
            </Button>
          )}
        </>
      }
    >
      <SchemaLinks name={name} title={title} />
      {update.error && <Problem message={messageOf(update.error)} />}
      {definition !== schema.definition && (
        <DraftEvaluation schema={name} version={version} definition={definition} />
      )}
      <Editor definition={definition} onChange={manages ? setDefinition : undefined} />
    </Screen>
  );
}

const EMPTY = JSON.stringify({ title: "", type: "object", properties: {} }, undefined, 2);

/** A schema that begins as a copy of another one. */
export function NewSchemaScreen(): ReactNode {
  const { from } = useSearch({ from: "/frame/fields/new" });
  const [{ data, fetching }] = useQuery({
    query: FIELDS_SCHEMA,
    variables: { name: from ?? "" },
    pause: from === undefined,
  });
  if (from !== undefined && fetching) return <TableSkeleton />;
  return <NewSchema definition={data?.fieldsSchema?.definition ?? EMPTY} />;
}

function NewSchema({ definition: start }: { readonly definition: string }): ReactNode {
  const [name, setName] = useState("");
  const [definition, setDefinition] = useState(start);
  const create = useAction(CREATE_SCHEMA, { done: "The schema is saved.", quiet: true });
  const navigate = useNavigate();
  const save = async (): Promise<void> => {
    const titled = withTitle(definition, name);
    if (await create.run({ input: { name: nameFrom(name), definition: titled } }))
      await navigate({ to: "/fields", search: { schema: nameFrom(name) } });
  };
  return (
    <Screen
      title="New schema"
      actions={
        <Button loading={create.busy} disabled={nameFrom(name) === ""} onClick={() => void save()}>
          Save
        </Button>
      }
    >
      <TextInput
        label="Name"
        description="What the documents are, such as Delivery notes"
        maw={400}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {create.error && <Problem message={messageOf(create.error)} />}
      <Editor definition={definition} onChange={setDefinition} />
    </Screen>
  );
}

/** The name of a schema has only letters, digits, - and _. */
function nameFrom(title: string): string {
  return title
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 63);
}

/** Neither name nor title of the schema that it was copied from. */
function withTitle(definition: string, title: string): string {
  const properties = draftOf(definition);
  if (!properties) return definition;
  const schema: unknown = JSON.parse(definition);
  return JSON.stringify({ ...Object(schema), name: nameFrom(title), title: title.trim() });
}

function Problem({ message }: { readonly message: string }): ReactNode {
  return (
    <Alert color="red" variant="light" role="alert">
      {message}
    </Alert>
  );
}

/** The form and the JSON of the same definition, side by side. */
function Editor({
  definition,
  onChange,
}: {
  readonly definition: string;
  readonly onChange: ((definition: string) => void) | undefined;
}): ReactNode {
  const properties = draftOf(definition);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
      <section aria-labelledby="form">
        <Title order={2} id="form" mb="sm">
          What is read
        </Title>
        {properties ? (
          <SchemaForm
            properties={properties}
            readOnly={onChange === undefined}
            onChange={(changed) => onChange?.(withProperties(definition, changed))}
          />
        ) : (
          <Text c="var(--fault)">The JSON is not valid, so the form cannot show it.</Text>
        )}
      </section>
      <Stack gap="xs">
        <Group>
          <Title order={2} id="json">
            JSON Schema
          </Title>
        </Group>
        <Textarea
          aria-labelledby="json"
          autosize
          minRows={12}
          maxRows={40}
          spellCheck={false}
          readOnly={onChange === undefined}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
          value={definition}
          onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
        />
      </Stack>
    </SimpleGrid>
  );
}
