import { Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import type { CombinedError } from "urql";

import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";

/** Shows a new secret, which is returned once. */
export type OnSecret = (secret: string) => void;

interface CreationPanel {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onIssued: OnSecret;
}

/** Keys or tokens with the panel that creates one, and the place where a new secret is shown once. */
export function CredentialList<Credential>({
  what,
  about,
  empty,
  credentials,
  error,
  reload,
  table,
  panel: Panel,
}: {
  readonly what: "key" | "token";
  readonly about: string;
  /** The advice if there is none yet. */
  readonly empty: string;
  /** Undefined while they are loaded. */
  readonly credentials: readonly Credential[] | undefined;
  readonly error: CombinedError | undefined;
  readonly reload: () => void;
  readonly table: (credentials: readonly Credential[], onSecret: OnSecret) => ReactNode;
  readonly panel: (panel: CreationPanel) => ReactNode;
}): ReactNode {
  const [creating, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  if (error !== undefined) return <ApiError error={error} retry={reload} />;
  if (credentials === undefined) return <TableSkeleton />;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="var(--ink-faint)">{about}</Text>
        <Button onClick={open}>New {what}</Button>
      </Group>
      {secret !== undefined && (
        <SecretOnce what={what} secret={secret} onStored={() => setSecret(undefined)} />
      )}
      {credentials.length === 0 ? (
        <EmptyState title={`No ${what}s yet`}>{empty}</EmptyState>
      ) : (
        table(credentials, setSecret)
      )}
      <Panel opened={creating} onClose={close} onIssued={setSecret} />
    </Stack>
  );
}

/** Issues a new secret for a key or token. */
export function ReplaceSecret({
  busy,
  replace,
  onSecret,
}: {
  readonly busy: boolean;
  /** Resolves to the new secret, or to undefined if the service refused. */
  readonly replace: () => Promise<string | undefined>;
  readonly onSecret: OnSecret;
}): ReactNode {
  const issue = async (): Promise<void> => {
    const secret = await replace();
    if (secret !== undefined) onSecret(secret);
  };
  return (
    <ConfirmAction
      label="Replace"
      consequence="A new secret is issued; programs that use the old one are rejected from now on."
      busy={busy}
      onConfirm={() => void issue()}
    />
  );
}
