import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery, type CombinedError } from "urql";

import type { UsageByKeyQuery } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { TextLink } from "../parts/links.ts";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { PagesTable, type PagesRow } from "./pages-table.tsx";
import { USAGE_BY_KEY, USAGE_BY_TAG, type UsagePeriod } from "./usage-queries.ts";

/** Pages by tag; a tag narrows the whole screen to its pages. */
export function TagTable({ period }: { readonly period: UsagePeriod }): ReactNode {
  const [{ data, error }] = useQuery({
    query: USAGE_BY_TAG,
    variables: { ...period },
    requestPolicy: "cache-and-network",
  });
  return (
    <GroupTable
      title="By label"
      column="Label"
      error={error}
      rows={data?.usage.groups.map(({ tag, pages }) => ({
        key: tag ?? "",
        name: tag?.trim() ? (
          <TextLink fz="inherit" from="/usage" to="." search={(now) => ({ ...now, tag })} resetScroll={false}>
            {tag}
          </TextLink>
        ) : (
          <Text span size="sm" c="var(--ink-faint)">
            No tag
          </Text>
        ),
        pages,
      }))}
    />
  );
}

/** Pages by the extraction key that submitted the documents. */
export function KeyTable({ period }: { readonly period: UsagePeriod }): ReactNode {
  const [{ data, error }] = useQuery({
    query: USAGE_BY_KEY,
    variables: { ...period },
    requestPolicy: "cache-and-network",
  });
  return (
    <GroupTable
      title="By key"
      column="Extraction key"
      error={error}
      rows={data?.usage.groups.map((group) => ({
        key: group.keyId ?? "",
        name: keyName(group),
        pages: group.pages,
      }))}
    />
  );
}

function GroupTable({
  error,
  rows,
  ...names
}: {
  readonly title: string;
  readonly column: string;
  readonly error: CombinedError | undefined;
  /** Undefined while they are loaded. */
  readonly rows: readonly PagesRow[] | undefined;
}): ReactNode {
  if (error !== undefined) return <ApiError error={error} />;
  return rows === undefined ? <TableSkeleton /> : <PagesTable {...names} rows={rows} />;
}

function keyName({ keyId, keyDescription }: UsageByKeyQuery["usage"]["groups"][number]): ReactNode {
  if (keyDescription) return keyDescription;
  return (
    <Text span size="sm" c="var(--ink-faint)">
      {keyId === null ? "Console, pipelines and access tokens" : `Key ${keyId}`}
    </Text>
  );
}
