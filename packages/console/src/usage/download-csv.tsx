import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import { ask } from "../api/uncached.ts";
import type { UsageKey } from "../generated/graphql.ts";
import { reasonOf } from "../parts/api-error.tsx";
import { saveFile } from "../parts/save-file.ts";
import { USAGE_CSV, type UsagePeriod } from "./usage-queries.ts";

const GROUPINGS: readonly { readonly label: string; readonly by: readonly UsageKey[] }[] = [
  { label: "By day and mode", by: ["DAY", "MODE"] },
  { label: "By label", by: ["TAG"] },
  { label: "By key", by: ["KEY"] },
  { label: "By all of these", by: ["DAY", "MODE", "TAG", "KEY"] },
];

/** Saves the pages of the period as CSV, grouped as chosen. */
export function DownloadCsv({ period }: { readonly period: UsagePeriod }): ReactNode {
  const [busy, setBusy] = useState(false);
  const save = async (by: readonly UsageKey[]): Promise<void> => {
    setBusy(true);
    try {
      const { usage } = await ask(USAGE_CSV, { ...period, by: [...by] });
      saveFile(`usage-${period.from}-${period.to}.csv`, usage.csv, "text/csv;charset=utf-8");
    } catch (error) {
      notifications.show({ color: "red", title: "The download failed", message: reasonOf(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconDownload aria-hidden size={14} />}
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {GROUPINGS.map(({ label, by }) => (
          <Menu.Item key={label} onClick={() => void save(by)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
