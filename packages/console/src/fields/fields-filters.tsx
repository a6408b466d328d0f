import { Chip, Group, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode, type RefObject } from "react";

import type { FieldsStatus } from "../generated/graphql.ts";
import type { FieldsFilter } from "./fields-filter.ts";

const STATES: readonly (readonly [string, readonly FieldsStatus[]])[] = [
  ["Waiting", ["WAITING"]],
  ["Needs review", ["NEEDS_REVIEW"]],
  ["Ready", ["READY"]],
  ["Confirmed", ["CONFIRMED"]],
  ["Rejected", ["REJECTED"]],
  ["Failed", ["FAILED"]],
];

/** The table is searched when nothing was typed for this long. */
const REST_MS = 250;

/** The filters of the table, which the address holds. */
export function FieldsFilters({
  filter,
  onFilter,
  searchField,
  total,
}: {
  readonly filter: FieldsFilter;
  readonly onFilter: (filter: FieldsFilter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly total: number | undefined;
}): ReactNode {
  const { status = [], search = "" } = filter;
  const [term, setTerm] = useState(search);
  useEffect(() => {
    if (term.trim() === search) return undefined;
    const timer = setTimeout(() => onFilter({ ...filter, search: term.trim() || undefined }), REST_MS);
    return () => clearTimeout(timer);
  });
  const toggle = (statuses: readonly FieldsStatus[], on: boolean): void => {
    const others = status.filter((one) => !statuses.includes(one));
    const chosen = on ? [...others, ...statuses] : others;
    onFilter({ ...filter, status: chosen.length === 0 ? undefined : chosen });
  };
  return (
    <Group gap="sm">
      <TextInput
        ref={searchField}
        w={260}
        aria-label="Search by name or tag"
        placeholder="Search by name or tag  /"
        leftSection={<IconSearch aria-hidden size={14} />}
        value={term}
        onChange={({ currentTarget }) => setTerm(currentTarget.value)}
      />
      <Group gap={6} role="group" aria-label="State">
        {STATES.map(([label, statuses]) => (
          <Chip
            key={label}
            size="xs"
            variant="outline"
            checked={statuses.every((one) => status.includes(one))}
            onChange={(on) => toggle(statuses, on)}
          >
            {label}
          </Chip>
        ))}
      </Group>
      {total !== undefined && (
        <Text c="var(--ink-faint)" role="status">
          {total.toLocaleString("en")} {total === 1 ? "document" : "documents"}
        </Text>
      )}
    </Group>
  );
}
