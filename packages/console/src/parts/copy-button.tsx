import { ActionIcon, CopyButton as Copying, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";

/** Copies a value to the clipboard; `what` names it, such as "the id". */
export function CopyButton({ value, what }: { readonly value: string; readonly what: string }): ReactNode {
  return (
    <Copying value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : `Copy ${what}`}>
          <ActionIcon variant="subtle" color="gray" size={24} onClick={copy} aria-label={`Copy ${what}`}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copying>
  );
}
