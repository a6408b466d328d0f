import { ActionIcon, Button, Group, Paper, Select, Stack, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import { KINDS, PROPERTY_KINDS, type DraftProperty, type PropertyKind } from "./schema-draft.ts";

/** The values of a schema as a form; lists have their columns below them. */
export function SchemaForm({
  properties,
  onChange,
  readOnly,
  isList = false,
}: {
  readonly properties: readonly DraftProperty[];
  readonly onChange: (properties: readonly DraftProperty[]) => void;
  readonly readOnly: boolean;
  /** Whether these are the columns of a list, which has no lists of its own. */
  readonly isList?: boolean;
}): ReactNode {
  const set = (index: number, changes: Partial<DraftProperty>): void =>
    onChange(properties.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <Stack gap="xs">
      {properties.map((property, index) => (
        // A name changes while it is typed.
        <Property
          key={index}
          property={property}
          readOnly={readOnly}
          isList={isList}
          onChange={(changes) => set(index, changes)}
          onRemove={() => onChange(properties.filter((_, at) => at !== index))}
        />
      ))}
      {!readOnly && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange([...properties, newProperty(properties)])}
          >
            {isList ? "Add a column" : "Add a value"}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Property({
  property,
  readOnly,
  isList,
  onChange,
  onRemove,
}: {
  readonly property: DraftProperty;
  readonly readOnly: boolean;
  readonly isList: boolean;
  readonly onChange: (changes: Partial<DraftProperty>) => void;
  readonly onRemove: () => void;
}): ReactNode {
  const { name, kind, labels, columns } = property;
  const kinds = KINDS.filter((one) => !isList || one !== "list");
  return (
    <Paper withBorder p="xs" role="group" aria-label={name}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Name"
          flex="1 1 160px"
          value={name}
          readOnly={readOnly}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Select
          label="What it is"
          w={180}
          allowDeselect={false}
          readOnly={readOnly}
          data={kinds.map((one) => ({ value: one, label: PROPERTY_KINDS[one].label }))}
          value={kind}
          onChange={(chosen: PropertyKind | null) => chosen !== null && onChange({ kind: chosen })}
        />
        {!readOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {kind !== "list" && (
        <Labels labels={labels} readOnly={readOnly} onChange={(given) => onChange({ labels: given })} />
      )}
      {kind === "list" && (
        <div style={{ marginTop: 8, paddingInlineStart: 12, borderInlineStart: "2px solid var(--hairline)" }}>
          <SchemaForm
            isList
            readOnly={readOnly}
            properties={columns}
            onChange={(changed) => onChange({ columns: changed })}
          />
        </div>
      )}
    </Paper>
  );
}

/** As one text: the schemas that ship have more labels than tags could show. */
function Labels({
  labels,
  readOnly,
  onChange,
}: {
  readonly labels: readonly string[];
  readonly readOnly: boolean;
  readonly onChange: (labels: readonly string[]) => void;
}): ReactNode {
  const [text, setText] = useState(labels.join(", "));
  return (
    <TextInput
      mt={6}
      label="How documents name it"
      placeholder={readOnly ? "" : "Labels, separated by commas"}
      readOnly={readOnly}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        onChange(
          value
            .split(",")
            .map((label) => label.trim())
            .filter((label) => label !== ""),
        );
      }}
    />
  );
}

function newProperty(others: readonly DraftProperty[]): DraftProperty {
  const names = new Set(others.map(({ name }) => name));
  let name = "value";
  for (let count = 2; names.has(name); count++) name = `value_${count}`;
  return { name, kind: "text", labels: [], columns: [], rest: {} };
}
