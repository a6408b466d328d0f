import { Group, Text, TextInput, VisuallyHidden } from "@mantine/core";
import { useEffect, useState, type FormEvent, type ReactNode } from "react";

/** The page that is read; another number goes there. */
export function PageNumber({
  page,
  count,
  onGo,
}: {
  readonly page: number;
  readonly count: number;
  readonly onGo: (page: number) => void;
}): ReactNode {
  const [typed, setTyped] = useState(String(page));
  useEffect(() => setTyped(String(page)), [page]);
  const go = (event?: FormEvent): void => {
    event?.preventDefault();
    const wanted = Number(typed);
    if (!Number.isSafeInteger(wanted) || wanted < 1) setTyped(String(page));
    else if (wanted !== page) onGo(wanted);
  };
  if (count === 0) return <Text size="sm">No pages yet</Text>;
  return (
    <form onSubmit={go}>
      <Group gap={6} wrap="nowrap" c="var(--ink-faint)" fz="sm">
        <span aria-hidden>Page</span>
        <TextInput
          size="xs"
          w={52}
          inputMode="numeric"
          aria-label="Page"
          maxLength={6}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => go()}
        />
        <span aria-hidden>of {count}</span>
        <VisuallyHidden component="p" m={0} aria-live="polite">
          Page {page} of {count}
        </VisuallyHidden>
      </Group>
    </form>
  );
}
