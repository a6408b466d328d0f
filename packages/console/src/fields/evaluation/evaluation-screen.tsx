import { Button, Group, Select, Text } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { type ReactNode } from "react";
import { useQuery } from "urql";

import { ApiError } from "../../parts/api-error.tsx";
import { TextLink } from "../../parts/links.ts";
import { Screen } from "../../parts/screen.tsx";
import { TableSkeleton } from "../../parts/table-skeleton.tsx";
import { SCHEMA_VERSIONS } from "./evaluation-query.ts";
import { EvaluationResult } from "./evaluation-result.tsx";
import { useEvaluation } from "./use-evaluation.ts";

const route = getRouteApi("/frame/fields/schemas/$name/evaluation");

/** How well a version of a schema reads the documents that people have confirmed. */
export function EvaluationScreen(): ReactNode {
  const { name } = route.useParams();
  const { version, against } = route.useSearch();
  const [{ data, error: notFound }] = useQuery({
    query: SCHEMA_VERSIONS,
    variables: { name },
    requestPolicy: "cache-and-network",
  });
  const { evaluation, error, busy, repeat } = useEvaluation({ schema: name, version, against });
  const navigate = useNavigate();
  const schema = data?.fieldsSchema;
  if (notFound !== undefined) return <ApiError error={notFound} />;
  if (!schema) return <TableSkeleton />;
  const choose = (search: { readonly version?: number; readonly against?: number }): void =>
    void navigate({ to: "/fields/schemas/$name/evaluation", params: { name }, search, replace: true });
  const versions = schema.versions.map((one) => String(one.version));
  return (
    <Screen
      title={`Evaluation of ${schema.title}`}
      actions={
        <Button loading={busy} onClick={repeat}>
          Evaluate again
        </Button>
      }
    >
      <Group gap="md">
        <TextLink to="/fields" search={{ schema: name }} size="md">
          Table of {schema.title}
        </TextLink>
        <TextLink to="/fields/schemas/$name" params={{ name }} size="md">
          What is read
        </TextLink>
      </Group>
      {versions.length > 1 && (
        <Group gap="md">
          <Select
            label="Version"
            w={120}
            allowDeselect={false}
            data={versions}
            value={String(version ?? schema.version)}
            onChange={(chosen) => choose(searchOf(chosen, against))}
          />
          <Select
            label="Compared with"
            w={140}
            clearable
            placeholder="no other"
            data={versions.filter((one) => one !== String(version ?? schema.version))}
            value={against === undefined ? null : String(against)}
            onChange={(chosen) => choose(searchOf(version, chosen))}
          />
        </Group>
      )}
      {error !== undefined && <ApiError error={error} retry={repeat} />}
      {busy && (
        <Text role="status" c="var(--ink-faint)">
          The confirmed documents are being read again. This takes up to half a minute.
        </Text>
      )}
      {busy && <TableSkeleton />}
      {!busy && evaluation && (
        <EvaluationResult evaluation={evaluation} definition={schema.definition} schema={name} />
      )}
    </Screen>
  );
}

function searchOf(
  version: number | string | null | undefined,
  against: number | string | null | undefined,
): { readonly version?: number; readonly against?: number } {
  const isOther = against != null && Number(against) !== Number(version);
  return {
    ...(version != null && { version: Number(version) }),
    ...(isOther && { against: Number(against) }),
  };
}
