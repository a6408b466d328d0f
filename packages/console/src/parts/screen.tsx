import { Group, Stack, Title } from "@mantine/core";
import { useEffect, type ReactNode } from "react";

/** A screen: its title, also in the browser's tab, its one primary action at the right, its content below. */
export function Screen({
  title,
  actions,
  children,
}: {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Galley`;
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="center" mih={36}>
        <Title order={1} miw={0} style={{ overflowWrap: "anywhere" }}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
