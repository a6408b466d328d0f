import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";

import { readAgain } from "../../documents/job-actions.ts";
import { MODES } from "../../documents/reading/reading.ts";
import type { ExtractionMode } from "../../generated/graphql.ts";
import type { ViewedJob } from "../model/use-document.ts";

/** Reads the same document in another mode and opens the comparison of both texts. */
export function RunAgain({ job }: { readonly job: ViewedJob }): ReactNode {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const run = async (mode: ExtractionMode): Promise<void> => {
    setBusy(true);
    const [id] = await readAgain([job.id], { options: { mode, blocks: true } });
    setBusy(false);
    if (id !== undefined)
      await navigate({
        to: "/documents/$id",
        params: { id },
        search: { compare: job.id, show: "difference" },
      });
  };
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button size="compact-sm" loading={busy} rightSection={<IconChevronDown aria-hidden size={14} />}>
          Run again
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Read it again and compare</Menu.Label>
        {MODES.map(({ value, label, about }) => (
          <Menu.Item key={value} onClick={() => void run(value)}>
            {label}
            {value === job.mode && " (as now)"}
            <Text size="xs" c="var(--ink-faint)">
              {about}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
