import { Chip, Group, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode, type RefObject } from "react";

/** A list is searched when nothing was typed for this long. */
const REST_MS = 250;

/** What a list of documents is narrowed to, as far as all such lists share it. */
interface ListFilter<Status> {
  readonly status?: readonly Status[] | undefined;
  readonly search?: string | undefined;
}

/** The filters of a list of documents by name, label and state, which the address holds. */
export function ListFilters<Status extends string, Filter extends ListFilter<Status>>({
  filter,
  onFilter,
  searchField,
  states,
  children,
}: {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** What each state is called, and the statuses that it stands for. */
  readonly states: readonly (readonly [string, readonly Status[]])[];
  /** Shown after the filters. */
  readonly children: ReactNode;
}): ReactNode {
  const { status = [], search = "" } = filter;
  const [term, setTerm] = useState(search);
  useEffect(() => setTerm(search), [search]);
  useEffect(() => {
    if (term.trim() === search) return undefined;
    const timer = setTimeout(() => onFilter({ ...filter, search: term.trim() || undefined }), REST_MS);
    return () => clearTimeout(timer);
  });
  const toggle = (statuses: readonly Status[], on: boolean): void => {
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
        {states.map(([label, statuses]) => (
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
      {children}
    </Group>
  );
}
