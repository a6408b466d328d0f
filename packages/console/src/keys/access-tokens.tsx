import { Button, Code, Group, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import type { AccessTokensQuery } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { NewTokenPanel } from "./new-token-panel.tsx";
import { tierInWords } from "./tiers.ts";

const TOKENS = graphql(`
  query AccessTokens {
    accessTokens {
      id
      name
      description
      masked
      tier
      active
      lastUsedAt
      user {
        id
        name
      }
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeAccessToken($tokenId: ID!, $revoked: Boolean!) {
    revokeAccessToken(input: { tokenId: $tokenId, revoked: $revoked }) {
      token {
        id
        active
      }
    }
  }
`);

const ROTATE = graphql(`
  mutation RotateAccessToken($tokenId: ID!) {
    rotateAccessToken(input: { tokenId: $tokenId }) {
      secret
      token {
        id
        masked
      }
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteAccessToken($tokenId: ID!) {
    deleteAccessToken(input: { tokenId: $tokenId }) {
      token {
        id
      }
    }
  }
`);

type Token = AccessTokensQuery["accessTokens"][number];

/** Tokens that act for a person or as a service account, for programs that manage what the console manages. */
export function AccessTokens(): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: TOKENS });
  const [creating, { open, close }] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (data === undefined) return <TableSkeleton />;
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="var(--ink-faint)">A token does what its owner may do, within its access level.</Text>
        <Button onClick={open}>New token</Button>
      </Group>
      {secret !== undefined && (
        <SecretOnce what="token" secret={secret} onStored={() => setSecret(undefined)} />
      )}
      {data.accessTokens.length === 0 ? (
        <EmptyState title="No tokens yet">
          Create one for a program that calls GraphQL or the REST API.
        </EmptyState>
      ) : (
        <Table.ScrollContainer minWidth={760}>
          <Table aria-label="Access tokens">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th>Token</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Access</Table.Th>
                <Table.Th>Acts for</Table.Th>
                <Table.Th>Last used</Table.Th>
                <Table.Th aria-label="Actions" />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.accessTokens.map((token) => (
                <TokenRow key={token.id} token={token} onSecret={setSecret} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <NewTokenPanel opened={creating} onClose={close} onIssued={setSecret} />
    </Stack>
  );
}

function TokenRow({
  token: { id, name, description, masked, tier, active, lastUsedAt, user },
  onSecret,
}: {
  readonly token: Token;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {description !== "" && (
          <Text size="sm" c="var(--ink-faint)">
            {description}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Code>{masked}</Code>
      </Table.Td>
      <Table.Td>
        <StateBadge state={active ? "done" : "cancelled"} label={active ? "Active" : "Revoked"} />
      </Table.Td>
      <Table.Td>{tierInWords(tier)}</Table.Td>
      <Table.Td>{user?.name ?? "Service account"}</Table.Td>
      <Table.Td>{typeof lastUsedAt === "string" ? <RelativeTime at={lastUsedAt} /> : "Never"}</Table.Td>
      <Table.Td>
        <TokenActions id={id} active={active} onSecret={onSecret} />
      </Table.Td>
    </Table.Tr>
  );
}

function TokenActions({
  id: tokenId,
  active,
  onSecret,
}: {
  readonly id: string;
  readonly active: boolean;
  readonly onSecret: (secret: string) => void;
}): ReactNode {
  const revoke = useAction(REVOKE);
  const rotate = useAction(ROTATE);
  const remove = useAction(DELETE, { done: "The token was deleted." });
  const replace = async (): Promise<void> => {
    const answer = await rotate.run({ tokenId });
    if (answer !== undefined) onSecret(answer.rotateAccessToken.secret);
  };
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {active ? (
        <>
          <ConfirmAction
            label="Replace"
            consequence="A new secret is issued; programs with the old one are refused at once."
            busy={rotate.busy}
            onConfirm={() => void replace()}
          />
          <ConfirmAction
            label="Revoke"
            consequence="Programs that use this token are refused at once. You can restore it later."
            busy={revoke.busy}
            onConfirm={() => void revoke.run({ tokenId, revoked: true })}
          />
        </>
      ) : (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={revoke.busy}
          onClick={() => void revoke.run({ tokenId, revoked: false })}
        >
          Restore
        </Button>
      )}
      <ConfirmAction
        label="Delete"
        consequence="The token is removed. This cannot be undone."
        busy={remove.busy}
        onConfirm={() => void remove.run({ tokenId })}
      />
    </Group>
  );
}
