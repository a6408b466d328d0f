import { Text } from "@mantine/core";
import type { ReactNode, RefObject } from "react";

import type { FieldsStatus } from "../generated/graphql.ts";
import { ListFilters } from "../parts/filters/list-filters.tsx";
import type { FieldsFilter } from "./fields-filter.ts";

const STATES: readonly (readonly [string, readonly FieldsStatus[]])[] = [
  ["Waiting", ["WAITING"]],
  ["Needs review", ["NEEDS_REVIEW"]],
  ["Ready", ["READY"]],
  ["Confirmed", ["CONFIRMED"]],
  ["Rejected", ["REJECTED"]],
  ["Failed", ["FAILED"]],
];

/** The filters of the table, and how many documents match. */
export function FieldsFilters({
  total,
  ...filters
}: {
  readonly filter: FieldsFilter;
  readonly onFilter: (filter: FieldsFilter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly total: number | undefined;
}): ReactNode {
  return (
    <ListFilters {...filters} states={STATES}>
      {total !== undefined && (
        <Text c="var(--ink-faint)" role="status">
          {total.toLocaleString("en")} {total === 1 ? "row" : "rows"}
        </Text>
      )}
    </ListFilters>
  );
}
