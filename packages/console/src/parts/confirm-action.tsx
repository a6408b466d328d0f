import { Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";

/** A button that first says what will happen and asks for a second click. */
export function ConfirmAction({
  label,
  consequence,
  onConfirm,
  busy = false,
}: {
  readonly label: string;
  readonly consequence: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
}): ReactNode {
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <Popover
      opened={opened}
      onChange={close}
      width={280}
      position="bottom-end"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="red" onClick={toggle} loading={busy}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <Stack gap="sm">
          <Text size="md">{consequence}</Text>
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={close}>
              Keep
            </Button>
            <Button
              size="xs"
              color="red"
              onClick={() => {
                close();
                onConfirm();
              }}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
