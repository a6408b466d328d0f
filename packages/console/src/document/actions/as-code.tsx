import { Modal, Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { CopyButton } from "../../parts/copy-button.tsx";
import type { ViewedJob } from "../model/use-document.ts";
import classes from "../viewer/viewer.module.css";
import { snippetsOf } from "./snippets.ts";

/** The submission of this document as programs write it. */
export function AsCode({
  job,
  onClose,
}: {
  readonly job: ViewedJob;
  readonly onClose: () => void;
}): ReactNode {
  const snippets = snippetsOf(job, location.origin);
  return (
    <Modal
      opened
      onClose={onClose}
      title="This submission as code"
      size="xl"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Text c="var(--ink-faint)" mb="sm">
        Set GALLEY_KEY to an extraction key. The key is not shown here.
      </Text>
      <Tabs defaultValue="curl">
        <Tabs.List>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, code }) => (
          <Tabs.Panel key={name} value={name}>
            <div className={classes["code"]}>
              <CopyButton value={code} what={`the ${name} code`} />
              <pre tabIndex={0}>{code}</pre>
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
}
