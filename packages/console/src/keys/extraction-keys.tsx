import { Button, Code, Group, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import type { ExtractionKeysQuery } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { KeyPages } from "./key-pages.tsx";
import { NewKeyPanel } from "./new-key-panel.tsx";

const KEYS = graphql(`
  query ExtractionKeys {
    extractionKeys {
      id
      description
      masked
      createdAt
      lastUsedAt
      revokedAt
      pagesPerDay
      pagesPerMonth
      requestsPerMinute
      usage {
        today
        thisMonth
      }
    }
  }
`);

const ROTATE = graphql(`
  mutation RotateExtractionKey($keyId: ID!) {
    rotateExtractionKey(input: { keyId: $keyId }) {
      secret
      key {
        id
        masked
        rotatedAt
      }
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeExtractionKey($keyId: ID!) {
    revokeExtractionKey(input: { keyId: $keyId }) {
      key {
        id
        revokedAt
      }
    }
  }
`);

type Key = ExtractionKeysQuery["extractionKeys"][number];

/** Keys that only allow extraction, for programs that submit documents. */
export function ExtractionKeys(): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: KEYS, requestPolicy: "cache-and-network" });
  const [creating, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (data === undefined) return <TableSkeleton />;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="var(--ink-faint)">
          A key lets a program submit documents and read their text, and nothing else.
        </Text>
        <Button onClick={open}>New key</Button>
      </Group>
      {secret !== undefined && (
        <SecretOnce what="key" secret={secret} onStored={() => setSecret(undefined)} />
      )}
      {data.extractionKeys.length === 0 ? (
        <EmptyState title="No keys yet">
          Create one for each program, so that you can revoke it alone.
        </EmptyState>
      ) : (
        <KeyTable keys={data.extractionKeys} onSecret={setSecret} />
      )}
      <NewKeyPanel opened={creating} onClose={close} onIssued={setSecret} />
    </Stack>
  );
}

function KeyTable({
  keys,
  onSecret,
}: {
  readonly keys: readonly Key[];
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table aria-label="Extraction keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Description</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>Pages</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th aria-label="Actions" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} extractionKey={key} onSecret={onSecret} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function KeyRow({
  extractionKey: { id, description, masked, revokedAt, lastUsedAt, ...pages },
  onSecret,
}: {
  readonly extractionKey: Key;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const rotate = useAction(ROTATE);
  const revoke = useAction(REVOKE, { done: "The key was revoked." });
  const revoked = typeof revokedAt === "string";
  const replace = async (): Promise<void> => {
    const answer = await rotate.run({ keyId: id });
    if (answer !== undefined) onSecret(answer.rotateExtractionKey.secret);
  };
  return (
    <Table.Tr>
      <Table.Td>{description === "" ? "No description" : description}</Table.Td>
      <Table.Td>
        <Code>{masked}</Code>
      </Table.Td>
      <Table.Td>
        <StateBadge state={revoked ? "cancelled" : "done"} label={revoked ? "Revoked" : "Active"} />
      </Table.Td>
      <Table.Td miw={180}>
        <KeyPages {...pages} />
      </Table.Td>
      <Table.Td>{typeof lastUsedAt === "string" ? <RelativeTime at={lastUsedAt} /> : "Never"}</Table.Td>
      <Table.Td>
        {!revoked && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <ConfirmAction
              label="Replace"
              consequence="A new secret is issued; programs with the old one are refused at once."
              busy={rotate.busy}
              onConfirm={() => void replace()}
            />
            <ConfirmAction
              label="Revoke"
              consequence="Programs that use this key are refused at once. This cannot be undone."
              busy={revoke.busy}
              onConfirm={() => void revoke.run({ keyId: id })}
            />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
