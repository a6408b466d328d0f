import { Alert, Button, Code, Container, Stack, Title } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Shown instead of a screen that failed to load or to draw. */
export function ErrorScreen({ error, reset }: ErrorComponentProps): ReactNode {
  return (
    <Container size="sm" py="xl">
      <Title order={1} mb="md">
        This screen failed
      </Title>
      <Alert color="red">
        <Stack align="flex-start">
          Load it again. If it fails again, report this message to the operator of the service:
          <Code block tabIndex={0}>
            {error instanceof Error ? error.message : String(error)}
          </Code>
          <Button variant="default" onClick={reset}>
            Load again
          </Button>
        </Stack>
      </Alert>
    </Container>
  );
}
