import { Alert, Button, Group, Popover, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";

/** Deletes a record after a second click that names what is lost. Shows why if it was refused. */
export function DeleteButton({
  title,
  consequence,
  remove,
}: {
  readonly title: string;
  readonly consequence: string;
  /** Resolves to the reason if the service refused. */
  readonly remove: () => Promise<string | undefined>;
}): ReactNode {
  const [opened, setOpened] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [isRemoving, setIsRemoving] = useState(false);
  const confirm = async (): Promise<void> => {
    setIsRemoving(true);
    setRefusal(await remove());
    setIsRemoving(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={340} position="bottom-end" trapFocus withArrow>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened((now) => !now)}>
          Delete
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <Stack gap="sm">
          <Text fw={600}>{title}</Text>
          <Text>{consequence}</Text>
          {refusal !== undefined && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setOpened(false)}>
              Keep
            </Button>
            <Button color="red" loading={isRemoving} onClick={() => void confirm()}>
              Delete
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
