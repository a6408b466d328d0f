import { TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef, type ReactNode } from "react";

const TYPING_MS = 300;

const route = getRouteApi("/frame/usage");

/** The tag in the address, to type over. */
export function TagField(): ReactNode {
  const { tag = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const filterBy = useDebouncedCallback(
    (typed: string) => void navigate({ search: (now) => ({ ...now, tag: typed }), replace: true }),
    TYPING_MS,
  );
  useEffect(() => {
    // What is being typed is ahead of the address.
    if (field.current !== null && field.current !== document.activeElement) field.current.value = tag;
  }, [tag]);
  return (
    <TextInput
      ref={field}
      aria-label="Label"
      placeholder="All labels"
      defaultValue={tag}
      onChange={({ currentTarget }) => filterBy(currentTarget.value)}
    />
  );
}
