import { Alert, Group, Loader, Stack, Text } from "@mantine/core";
import { IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { ConnectionTestStepName, TestConnectorMutation } from "../../generated/graphql.ts";
import classes from "../connectors.module.css";

export type ConnectionTest = TestConnectorMutation["testConnector"];

const LABELS = {
  SETTINGS: "Check the settings",
  DNS: "Find the server",
  TCP: "Connect",
  TLS: "Check the certificate",
  LOGIN: "Sign in",
  PERMISSION: "Check permissions",
  LIST: "List files or tables",
  WRITE: "Write and remove a test file",
} as const satisfies Record<ConnectionTestStepName, string>;

const ADVICE = {
  SETTINGS: "Correct the field that the message names, then test again.",
  DNS: "Check the spelling of the host. A name that is only known inside your network must be known to the machine that runs this service.",
  TCP: "Check the host and the port, that the server is running, and that no firewall stands between it and this service.",
  TLS: "Check that the host is the name in the server's certificate, and that the certificate has not expired.",
  LOGIN: "Check the user name and replace the password, key or token.",
  PERMISSION: "Give the account access to the folder, bucket or database, or use another account.",
  LIST: "Check the folder, bucket, database or schema: it must exist and the account must be allowed to read it.",
  WRITE: "Allow the account to write there. A connector that is only read from can be saved as it is.",
} as const satisfies Record<ConnectionTestStepName, string>;

/** Stands for the sign-in of a kind that has no credentials: it opens a folder of the service's own machine. */
const FOLDER_LABEL = "Open the folder";

/** A connection test as a checklist: the steps that were made, the failing one open with what to do. */
export function ConnectionSteps({
  test,
  hasCredentials,
}: {
  readonly test: ConnectionTest | "running";
  /** Whether the kind signs in anywhere. */
  readonly hasCredentials: boolean;
}): ReactNode {
  const isFolder = (step: ConnectionTestStepName): boolean => step === "LOGIN" && !hasCredentials;
  if (test === "running") {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text>Testing the connection…</Text>
      </Group>
    );
  }
  return (
    <section aria-label="Connection test" aria-live="polite">
      <ol className={classes["steps"]}>
        {test.steps.map((step) => (
          <li key={step.name}>
            {step.ok ? (
              <IconCircleCheck
                size={18}
                color="var(--mantine-color-green-text)"
                role="img"
                aria-label="Passed"
              />
            ) : (
              <IconCircleX size={18} color="var(--mantine-color-red-text)" role="img" aria-label="Failed" />
            )}
            <Stack gap={6} flex={1}>
              <Group justify="space-between">
                <Text fw={step.ok ? 400 : 600}>{isFolder(step.name) ? FOLDER_LABEL : LABELS[step.name]}</Text>
                <Text size="sm" c="var(--ink-faint)">
                  {step.milliseconds} ms
                </Text>
              </Group>
              {step.ok && step.message !== "" && (
                <Text size="sm" c="var(--ink-faint)">
                  {step.message}
                </Text>
              )}
              {!step.ok && (
                <Alert color="red" variant="light" title={step.message}>
                  {!isFolder(step.name) && ADVICE[step.name]}
                </Alert>
              )}
            </Stack>
          </li>
        ))}
      </ol>
    </section>
  );
}
