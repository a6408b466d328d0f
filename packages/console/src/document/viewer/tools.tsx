import { ActionIcon, Group, SegmentedControl, Text, Toggle, Tooltip } from "@mantine/core";
import {
  IconArrowAutofitHeight,
  IconArrowAutofitWidth,
  IconFlame,
  IconFocus2,
  IconMinus,
  IconPlus,
  IconTextWrap,
  IconVectorSpline,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";

import { PageNumber } from "./page-number.tsx";
import { SearchField } from "./search/search-field.tsx";
import type { Search } from "./search/use-search.ts";
import { zoomed, type ViewSettings } from "./view-settings.ts";

interface ToolsProps {
  readonly settings: ViewSettings;
  readonly narrow: boolean;
  readonly onSettings: (settings: ViewSettings) => void;
  readonly search: Search;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly page: number;
  readonly pageCount: number;
  readonly onGo: (page: number) => void;
  readonly onDoubtful: () => void;
  /** What can be shown beside the picture. */
  readonly children: ReactNode;
}

/** Everything that changes how the pages are shown. */
export function Tools({ settings, narrow, onSettings, children, ...rest }: ToolsProps): ReactNode {
  const { search, searchField, page, pageCount, onGo, onDoubtful } = rest;
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
      <PageNumber page={page} count={pageCount} onGo={onGo} />
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
