import { Code, Group, Table } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import type { ExtractionKeysQuery } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { useAction } from "../parts/use-action.ts";
import { CredentialList, ReplaceSecret, type OnSecret } from "./credential-list.tsx";
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
  return (
    <CredentialList
      what="key"
      about="A key lets a program submit documents and read their text, and nothing else."
      empty="Create one for each program, so that you can revoke it alone."
      credentials={data?.extractionKeys}
      error={error}
      reload={() => reload({ requestPolicy: "network-only" })}
      table={(keys, onSecret) => <KeyTable keys={keys} onSecret={onSecret} />}
      panel={NewKeyPanel}
    />
  );
}

function KeyTable({
  keys,
  onSecret,
}: {
  readonly keys: readonly Key[];
  readonly onSecret: OnSecret;
}): ReactNode {
  return (
    <DataTable
      label="Extraction keys"
      columns={["Description", "Key", "State", "Pages", "Last used", ACTIONS]}
    >
      {keys.map((key) => (
        <KeyRow key={key.id} extractionKey={key} onSecret={onSecret} />
      ))}
    </DataTable>
  );
}

function KeyRow({
  extractionKey: { id, description, masked, revokedAt, lastUsedAt, ...pages },
  onSecret,
}: {
  readonly extractionKey: Key;
  readonly onSecret: OnSecret;
}): ReactNode {
  const rotate = useAction(ROTATE);
  const revoke = useAction(REVOKE, { done: "The key was revoked." });
  const revoked = typeof revokedAt === "string";
  const replace = async (): Promise<string | undefined> =>
    (await rotate.run({ keyId: id }))?.rotateExtractionKey.secret;
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
            <ReplaceSecret busy={rotate.busy} replace={replace} onSecret={onSecret} />
            <ConfirmAction
              label="Revoke"
              consequence="Programs that use this key are rejected from now on. This cannot be undone."
              busy={revoke.busy}
              onConfirm={() => void revoke.run({ keyId: id })}
            />
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
