import { Button, Code, Group, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import type { AccessTokensQuery } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { useAction } from "../parts/use-action.ts";
import { CredentialList, ReplaceSecret, type OnSecret } from "./credential-list.tsx";
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
  return (
    <CredentialList
      what="token"
      about="A token can do what its owner can do, within its access level."
      empty="Create one for a program that calls GraphQL or the REST API."
      credentials={data?.accessTokens}
      error={error}
      reload={() => reload({ requestPolicy: "network-only" })}
      table={(tokens, onSecret) => (
        <DataTable
          label="Access tokens"
          columns={["Name", "Token", "State", "Access", "Acts for", "Last used", ACTIONS]}
        >
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onSecret={onSecret} />
          ))}
        </DataTable>
      )}
      panel={NewTokenPanel}
    />
  );
}

function TokenRow({
  token: { id, name, description, masked, tier, active, lastUsedAt, user },
  onSecret,
}: {
  readonly token: Token;
  readonly onSecret: OnSecret;
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
  readonly onSecret: OnSecret;
}): ReactNode {
  const revoke = useAction(REVOKE);
  const rotate = useAction(ROTATE);
  const remove = useAction(DELETE, { done: "The token was deleted." });
  const replace = async (): Promise<string | undefined> =>
    (await rotate.run({ tokenId }))?.rotateAccessToken.secret;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {active ? (
        <>
          <ReplaceSecret busy={rotate.busy} replace={replace} onSecret={onSecret} />
          <ConfirmAction
            label="Revoke"
            consequence="Programs that use this token are rejected from now on. You can restore it later."
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
