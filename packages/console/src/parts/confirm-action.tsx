import { Alert, Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";

/** A button that first says what will happen and asks for a second click. Shows why if the action was refused. */
export function ConfirmAction({
  label,
  title,
  consequence,
  busy = false,
  onConfirm,
}: {
  readonly label: string;
  /** The question, if the button is not part of a row. */
  readonly title?: string;
  readonly consequence: string;
  readonly busy?: boolean;
  /** May resolve to the reason if the service refused. Undefined if the action is not possible now. */
  readonly onConfirm: (() => Promise<string | undefined> | void) | undefined;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isActing, setIsActing] = useState(false);
  const confirm = async (): Promise<void> => {
    setIsActing(true);
    const reason = await onConfirm?.();
    setIsActing(false);
    setRefusal(reason ?? undefined);
    setOpened(reason !== undefined);
  };
  const look =
    title === undefined
      ? ({ size: "compact-sm", variant: "subtle", color: "red" } as const)
      : ({ variant: "default" } as const);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={320}
      position="bottom-end"
      withArrow
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button {...look} onClick={() => setOpened((now) => !now)} loading={busy || isActing}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title ?? label}>
        <Stack gap="sm">
          {title !== undefined && <Text fw={600}>{title}</Text>}
          <Text size="md">{consequence}</Text>
          {refusal !== undefined && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <Group gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={() => setOpened(false)}>
              {onConfirm === undefined ? "Close" : "Keep"}
            </Button>
            {onConfirm !== undefined && (
              <Button size="xs" color="red.9" loading={isActing} onClick={() => void confirm()}>
                {label}
              </Button>
            )}
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
