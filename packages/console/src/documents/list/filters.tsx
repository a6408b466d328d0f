import { Chip, Group, Pill, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode, type RefObject } from "react";

import type { JobStatus } from "../../generated/graphql.ts";
import type { DocumentFilter } from "../document-filter.ts";

const STATES: readonly (readonly [string, readonly JobStatus[]])[] = [
  ["Running", ["ACCEPTED", "PROCESSING"]],
  ["Processed", ["PROCESSED", "RETRIEVED"]],
  ["Failed", ["FAILED"]],
  ["Cancelled", ["CANCELLED"]],
];

/** The list is searched when nothing was typed for this long. */
const REST_MS = 250;

/** The filters of the list, which the address holds. */
export function Filters({
  filter,
  onFilter,
  searchField,
}: {
  readonly filter: DocumentFilter;
  readonly onFilter: (filter: DocumentFilter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const { status = [], search = "", tag } = filter;
  const [term, setTerm] = useState(search);
  useEffect(() => setTerm(search), [search]);
  useEffect(() => {
    if (term.trim() === search) return undefined;
    const timer = setTimeout(() => onFilter({ ...filter, search: term.trim() || undefined }), REST_MS);
    return () => clearTimeout(timer);
  });
  const toggle = (statuses: readonly JobStatus[], on: boolean): void => {
    const others = status.filter((one) => !statuses.includes(one));
    const chosen = on ? [...others, ...statuses] : others;
    onFilter({ ...filter, status: chosen.length === 0 ? undefined : chosen });
  };
  return (
    <Group gap="sm">
      <TextInput
        ref={searchField}
        w={260}
        aria-label="Search by name or label"
        placeholder="Search by name or label  /"
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
      {tag !== undefined && (
        <Pill
          withRemoveButton
          removeButtonProps={{
            "aria-label": `Show all labels, not only ${tag}`,
            "aria-hidden": false,
            tabIndex: 0,
          }}
          onRemove={() => onFilter({ ...filter, tag: undefined })}
        >
          Tag {tag}
        </Pill>
      )}
    </Group>
  );
}
