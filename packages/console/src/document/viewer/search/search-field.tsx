import { ActionIcon, Group, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import {
  useEffect,
  useEffectEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from "react";

import type { Search } from "./use-search.ts";

/** A term is searched for once nothing was typed for this long. */
const REST_MS = 300;

/** Searches while the term is typed; Enter and Shift+Enter go to the next and the previous match. */
export function SearchField({
  search,
  field,
}: {
  readonly search: Search;
  readonly field: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const term = search.typed.trim();
  const find = useEffectEvent(() => {
    if (term !== search.term) void search.find(term);
  });
  useEffect(() => {
    const timer = setTimeout(() => find(), term === "" ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [term]);
  const pressed = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      search.clear();
      field.current?.blur();
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (term === search.term && search.matches.length > 0) search.step(event.shiftKey ? -1 : 1);
      else void search.find(term);
    }
  };
  return (
    <form onSubmit={(event: FormEvent) => event.preventDefault()} role="search">
      <Group gap={4} wrap="nowrap">
        <TextInput
          ref={field}
          size="xs"
          w={150}
          aria-label="Search the text"
          placeholder="Search  /"
          maxLength={200}
          value={search.typed}
          onChange={({ currentTarget }) => search.type(currentTarget.value)}
          onKeyDown={pressed}
        />
        <Text size="sm" role="status" maw={260} truncate title={search.summary}>
          {search.summary}
        </Text>
        {search.matches.length > 0 && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Previous match"
              onClick={() => search.step(-1)}
            >
              <IconChevronUp size={16} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label="Next match" onClick={() => search.step(1)}>
              <IconChevronDown size={16} />
            </ActionIcon>
          </>
        )}
      </Group>
    </form>
  );
}
