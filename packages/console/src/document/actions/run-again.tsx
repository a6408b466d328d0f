import { Button, Menu, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";

import { readAgain } from "../../documents/job-actions.ts";
import { SubmitAgain } from "../../documents/list/submit-again.tsx";
import { MODES } from "../../documents/reading/reading.ts";
import type { ExtractionMode } from "../../generated/graphql.ts";
import type { ViewedJob } from "../model/use-document.ts";

/** Reads the same document in another mode and opens the comparison of both texts. */
export function RunAgain({ job }: { readonly job: ViewedJob }): ReactNode {
  const open = useOpenOther(job);
  const [busy, setBusy] = useState(false);
  const [other, setOther] = useState(false);
  const run = async (mode: ExtractionMode): Promise<void> => {
    setBusy(true);
    open(await readAgain([job.id], { options: { mode, blocks: true } }));
    setBusy(false);
  };
  return (
    <>
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
          <Menu.Divider />
          <Menu.Item onClick={() => setOther(true)}>
            Pages, language, password …
            <Text size="xs" c="var(--ink-faint)">
              Passwords are not kept: encrypted documents need theirs again
            </Text>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {other && <SubmitAgain ids={[job.id]} onClose={() => setOther(false)} onDone={open} />}
    </>
  );
}

/** For documents that could not be read, for example because a password was missing. */
export function SubmitAgainButton({ job }: { readonly job: ViewedJob }): ReactNode {
  const open = useOpenOther(job);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Submit again with other options or a password
      </Button>
      {opened && <SubmitAgain ids={[job.id]} onClose={() => setOpened(false)} onDone={open} />}
    </>
  );
}

/** Opens another reading of the document, beside this one if this one has a text. */
function useOpenOther(job: ViewedJob): (ids: readonly string[]) => void {
  const navigate = useNavigate();
  return ([id]) => {
    if (id === undefined) return;
    const search = job.pagesDone > 0 ? ({ compare: job.id, show: "difference" } as const) : {};
    void navigate({ to: "/documents/$id", params: { id }, search });
  };
}
