import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** What an empty list says: what belongs here, and the one thing to do. */
export function EmptyState({
  title,
  children,
  action,
  order = 2,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** 1 if it takes the place of a whole screen. */
  readonly order?: 1 | 2;
}): ReactNode {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={order} fz="h2">
        {title}
      </Title>
      <Text c="var(--ink-faint)" maw={480}>
        {children}
      </Text>
      {action}
    </Stack>
  );
}
