import { Alert, Button, Code, Group, Stack } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { CopyButton } from "./copy-button.tsx";

/** A new secret, which the service shows only this once unless the note says otherwise. */
export function SecretOnce({
  what,
  secret,
  onStored,
  note = "It is shown only once. Copy it to where your program reads its secrets.",
}: {
  readonly what: string;
  readonly secret: string;
  readonly onStored: () => void;
  readonly note?: string;
}): ReactNode {
  return (
    <Alert
      color="ink"
      variant="light"
      icon={<IconLock aria-hidden size={18} />}
      title={`Store the ${what} now`}
    >
      <Stack gap="sm" align="flex-start">
        {note}
        <Group gap="xs" wrap="nowrap">
          <Code fz="md" data-testid="secret" style={{ overflowWrap: "anywhere" }}>
            {secret}
          </Code>
          <CopyButton value={secret} what={`the ${what}`} />
        </Group>
        <Button size="xs" variant="default" onClick={onStored}>
          I stored it
        </Button>
      </Stack>
    </Alert>
  );
}
