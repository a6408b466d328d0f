import { ActionIcon, Group, SegmentedControl, Text, TextInput, Toggle, Tooltip } from "@mantine/core";
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconChevronDown,
  IconChevronUp,
  IconFlame,
  IconFocus2,
  IconMinus,
  IconPlus,
  IconTextWrap,
  IconVectorSpline,
  type Icon,
} from "@tabler/icons-react";
import { useState, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from "react";

import type { Search } from "./use-search.ts";
import { zoomed, type ViewSettings } from "./view-settings.ts";

interface ToolsProps {
  readonly settings: ViewSettings;
  readonly narrow: boolean;
  readonly onSettings: (settings: ViewSettings) => void;
  readonly search: Search;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly page: number;
  readonly pageCount: number;
  readonly onDoubtful: () => void;
  /** What can be shown beside the picture. */
  readonly children: ReactNode;
}

/** Everything that changes how the pages are shown. */
export function Tools({ settings, narrow, onSettings, children, ...rest }: ToolsProps): ReactNode {
  const { search, searchField, page, pageCount, onDoubtful } = rest;
  const set = (changes: Partial<ViewSettings>): void => onSettings({ ...settings, ...changes });
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="What is shown"
        value={settings.panes}
        data={[...(narrow ? NARROW_PANES : PANES)]}
        onChange={(value) => set({ panes: value })}
      />
      <Text size="sm" c="var(--ink-faint)" aria-live="polite">
        {pageCount === 0 ? "No pages yet" : `Page ${page} of ${pageCount}`}
      </Text>
      {settings.panes !== "text" && <Zoom settings={settings} onSettings={onSettings} />}
      <Group gap={2}>
        <Choice
          icon={IconTextWrap}
          label="Wrap long lines"
          on={settings.wrap}
          set={(wrap) => set({ wrap })}
        />
        <Choice
          icon={IconVectorSpline}
          label="Word boxes (W)"
          on={settings.boxes}
          set={(boxes) => set({ boxes })}
        />
        <Choice
          icon={IconFlame}
          label="Confidence as colour (C)"
          on={settings.heat}
          set={(heat) => set({ heat })}
        />
        <Tooltip label="Next doubtful word (D)">
          <ActionIcon variant="subtle" color="gray" onClick={onDoubtful} aria-label="Next doubtful word">
            <IconFocus2 size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <SearchField search={search} field={searchField} />
      {children}
    </>
  );
}

const PANES = [
  { value: "both", label: "Both" },
  { value: "picture", label: "Page" },
  { value: "text", label: "Text" },
] as const;

const NARROW_PANES = [
  { value: "rail", label: "Pages" },
  { value: "picture", label: "Page" },
  { value: "text", label: "Text" },
] as const;

function Zoom({ settings, onSettings }: Pick<ToolsProps, "settings" | "onSettings">): ReactNode {
  const other = settings.fit === "width" ? "page" : "width";
  const label = other === "page" ? "Fit the page" : "Fit the width";
  return (
    <Group gap={2} wrap="nowrap">
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Zoom out"
        onClick={() => onSettings(zoomed(settings, -1))}
      >
        <IconMinus size={16} />
      </ActionIcon>
      <Text size="sm" w={44} ta="center">
        {Math.round(settings.zoom * 100)} %
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="Zoom in"
        onClick={() => onSettings(zoomed(settings, 1))}
      >
        <IconPlus size={16} />
      </ActionIcon>
      <Tooltip label={label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={() => onSettings({ ...settings, fit: other, zoom: 1 })}
        >
          {other === "page" ? <IconArrowAutofitHeight size={16} /> : <IconArrowAutofitWidth size={16} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

function Choice({
  icon: Picture,
  label,
  on,
  set,
}: {
  readonly icon: Icon;
  readonly label: string;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}): ReactNode {
  return (
    <Tooltip label={label}>
      <Toggle size="sm" active={on} onActiveChange={set} aria-label={label}>
        <Picture size={16} />
      </Toggle>
    </Tooltip>
  );
}

function SearchField({
  search,
  field,
}: {
  readonly search: Search;
  readonly field: RefObject<HTMLInputElement | null>;
}): ReactNode {
  const [term, setTerm] = useState("");
  const send = (event: FormEvent): void => {
    event.preventDefault();
    void search.find(term.trim());
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    setTerm("");
    search.clear();
    field.current?.blur();
  };
  return (
    <form onSubmit={send} role="search">
      <Group gap={4} wrap="nowrap">
        <TextInput
          ref={field}
          size="xs"
          w={150}
          aria-label="Search the text"
          placeholder="Search  /"
          maxLength={200}
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
          onKeyDown={leave}
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
