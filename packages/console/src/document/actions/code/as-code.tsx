import { Modal, Tabs, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { CopyButton } from "../../../parts/copy-button.tsx";
import { useReturnFocus } from "../../../parts/panel.tsx";
import type { ViewedJob } from "../../model/use-document.ts";
import classes from "../../viewer/viewer.module.css";
import { snippetsOf } from "./snippets.ts";

/** The submission of this document as programs write it. */
export function AsCode({
  job,
  onClose,
}: {
  readonly job: ViewedJob;
  readonly onClose: () => void;
}): ReactNode {
  useReturnFocus();
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
        Each program submits the document as this one was, waits and prints its text. Set the environment
        variable GALLEY_KEY to an extraction key; the key is not shown here.
      </Text>
      <Tabs defaultValue="curl">
        <Tabs.List>
          {snippets.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ name, use, code }) => (
          <Tabs.Panel key={name} value={name}>
            <Text size="sm" pt="sm">
              {use}
            </Text>
            <div className={classes["code"]}>
              <CopyButton value={code} what={`the ${name} code`} />
              <pre tabIndex={0} aria-label={`${name} code`}>
                {code}
              </pre>
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Modal>
  );
}
