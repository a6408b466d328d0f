import { Stack, Table, Text, Title, UnstyledButton } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { nameOf } from "../../documents/live/job-row.ts";
import { shapeOf, shownValue } from "../../document/fields/schema-shape.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { TextLink } from "../../parts/links.ts";
import classes from "../fields.module.css";
import { OUTCOMES, READERS, type EvaluatedField, type Evaluation } from "./evaluation-query.ts";

interface Shown {
  readonly evaluation: Evaluation;
  /** The definition that names the fields, and its schema. */
  readonly definition: string;
  readonly schema: string;
}

/** How well each field is read, and the values that are not right. */
export function EvaluationResult({ evaluation, definition, schema }: Shown): ReactNode {
  const [field, setField] = useState<string>();
  const { fields, confirmedDocuments } = evaluation;
  if (confirmedDocuments === 0) {
    return (
      <EmptyState title="No confirmed documents yet">
        Evaluation compares what is read with what people have confirmed. Review some documents first, and
        confirm the right values as well.
      </EmptyState>
    );
  }
  const labels = labelsIn(definition);
  const shown = fields.filter(({ path }) => field === undefined || path === field);
  return (
    <Stack gap="md">
      <Text role="status">{summaryOf(evaluation)}</Text>
      <FieldCounts
        fields={fields}
        labels={labels}
        isCompared={evaluation.against !== null}
        chosen={field}
        onChoose={(path) => setField(path === field ? undefined : path)}
      />
      <Values fields={shown} labels={labels} schema={schema} />
    </Stack>
  );
}

function summaryOf({ confirmedDocuments, documents, failedDocuments }: Evaluation): string {
  const failed = failedDocuments === 0 ? "" : ` Could not be read: ${failedDocuments}.`;
  return `Confirmed documents read again: ${documents} of ${confirmedDocuments}.${failed} Each was read without what it has taught itself; no language model was asked.`;
}

type Labels = ReadonlyMap<string, string>;

/** By path without the numbers of rows. */
function labelsIn(definition: string): Labels {
  const { values, lists } = shapeOf(definition);
  return new Map([
    ...values.map(({ name, label }) => [name, label] as const),
    ...lists.flatMap(({ name, label, columns }) =>
      columns.map(
        (column) =>
          [
            column.name === "" ? `${name}[]` : `${name}[].${column.name}`,
            `${label}: ${column.label}`,
          ] as const,
      ),
    ),
  ]);
}

const COUNTS = [
  ["right", "Right", "The confirmed value was read."],
  ["wrong", "Wrong", "Another value was read."],
  ["missed", "Missed", "No value was read."],
  ["invented", "Invented", "A value was read, but the document has none."],
  ["neededReview", "Needed review", "Values of any outcome that a person would have looked at."],
  ["unnoticed", "Unnoticed", "Wrong and invented values that nobody would have looked at."],
] as const;

function FieldCounts({
  fields,
  labels,
  isCompared,
  chosen,
  onChoose,
}: {
  readonly fields: readonly EvaluatedField[];
  readonly labels: Labels;
  readonly isCompared: boolean;
  readonly chosen: string | undefined;
  readonly onChoose: (path: string) => void;
}): ReactNode {
  return (
    <div className={classes["region"]} tabIndex={0} role="region" aria-label="Evaluation">
      <Table className={classes["table"] ?? ""} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            {COUNTS.map(([name, head, meaning]) => (
              <Table.Th key={name} ta="right" title={meaning}>
                {head}
              </Table.Th>
            ))}
            {isCompared && <Table.Th ta="right">Better</Table.Th>}
            {isCompared && <Table.Th ta="right">Worse</Table.Th>}
            <Table.Th>Right by reader</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <Table.Tr key={field.path} bg={chosen === field.path ? "var(--mark)" : undefined}>
              <Table.Th scope="row" className={classes["name"] ?? ""}>
                <UnstyledButton
                  aria-pressed={chosen === field.path}
                  title="Show only its values"
                  onClick={() => onChoose(field.path)}
                >
                  {labels.get(field.path) ?? field.path}
                </UnstyledButton>
              </Table.Th>
              {COUNTS.map(([name]) => (
                <Table.Td key={name} ta="right">
                  <Count now={field.counts[name]} before={field.before?.[name]} />
                </Table.Td>
              ))}
              {isCompared && <Table.Td ta="right">{field.better}</Table.Td>}
              {isCompared && (
                <Table.Td ta="right" fw={field.worse > 0 ? 600 : undefined}>
                  {field.worse > 0 ? (
                    <Text c="var(--fault)" inherit>
                      {field.worse}
                    </Text>
                  ) : (
                    0
                  )}
                </Table.Td>
              )}
              <Table.Td>{byReader(field)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** A number, after the one before it if that was another. */
function Count({ now, before }: { readonly now: number; readonly before: number | undefined }): ReactNode {
  if (before === undefined || before === now) return now;
  return (
    <span title={`${before} before`}>
      {before} → <b>{now}</b>
    </span>
  );
}

function byReader({ readers }: EvaluatedField): string {
  return readers
    .flatMap(({ reader, counts: { right, wrong, invented } }) =>
      reader === null ? [] : [`${READERS[reader]} ${right} of ${right + wrong + invented}`],
    )
    .join(", ");
}

/** Enough to look at; the numbers count all. */
const MAX_SHOWN = 100;

function Values({
  fields,
  labels,
  schema,
}: {
  readonly fields: readonly EvaluatedField[];
  readonly labels: Labels;
  readonly schema: string;
}): ReactNode {
  const all = fields.flatMap((field) => field.values.map((value) => ({ field, value })));
  if (all.length === 0) return <Text>All values are right.</Text>;
  return (
    <section aria-labelledby="values">
      <Title order={2} id="values" mb="sm">
        Values to look at
      </Title>
      <div className={classes["region"]} tabIndex={0} role="region" aria-label="Values to look at">
        <Table className={classes["table"] ?? ""} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Document</Table.Th>
              <Table.Th>Field</Table.Th>
              <Table.Th>Outcome</Table.Th>
              <Table.Th>Confirmed</Table.Th>
              <Table.Th>Read</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th>Review</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all.slice(0, MAX_SHOWN).map(({ field, value }, index) => (
              <Table.Tr key={index}>
                <Table.Th scope="row" className={classes["name"] ?? ""} dir="auto">
                  <TextLink
                    size="md"
                    to="/documents/$id"
                    params={{ id: value.job.id }}
                    search={{ show: "fields", schema, ...(value.part > 1 && { part: value.part }) }}
                  >
                    {nameOf(value.job)}
                  </TextLink>
                </Table.Th>
                <Table.Td title={value.path}>{labels.get(field.path) ?? field.path}</Table.Td>
                <Table.Td>
                  {value.before !== null && value.before !== value.outcome && `${OUTCOMES[value.before]} → `}
                  {OUTCOMES[value.outcome]}
                </Table.Td>
                <Table.Td>{shownValue(value.expected)}</Table.Td>
                <Table.Td>{shownValue(value.found)}</Table.Td>
                <Table.Td>{value.reader === null ? "" : READERS[value.reader]}</Table.Td>
                <Table.Td>{value.needsReview ? "needed" : "not needed"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
