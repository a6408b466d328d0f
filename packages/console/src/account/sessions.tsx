import { Badge, Group, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import type { SessionsQuery, SignInWay } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { browserInWords } from "./browser-in-words.ts";

const SESSIONS = graphql(`
  query Sessions {
    viewer {
      sessions {
        id
        address
        userAgent
        way
        createdAt
        lastUsedAt
        current
      }
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeSession($sessionId: ID!) {
    revokeSession(input: { sessionId: $sessionId }) {
      session {
        id
      }
    }
  }
`);

const WAYS: Readonly<Record<SignInWay, string>> = {
  ACCESS_TOKEN: "Access token",
  INVITATION: "Invitation",
  LINK: "Sign-in link",
  OPENID_CONNECT: "Organization",
  PASSKEY: "Passkey",
};

type Session = SessionsQuery["viewer"]["sessions"][number];

export function Sessions(): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: SESSIONS, requestPolicy: "cache-and-network" });
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (data === undefined) return <TableSkeleton rows={2} />;
  if (data.viewer.sessions.length === 0) return <Text>You are not signed in with a session.</Text>;
  return (
    <DataTable
      label="Signed-in browsers"
      columns={["Browser", "Address", "Signed in with", "Signed in", "Last used", ACTIONS]}
    >
      {data.viewer.sessions.map((session) => (
        <SessionRow key={session.id} session={session} />
      ))}
    </DataTable>
  );
}

function SessionRow({ session }: { readonly session: Session }): ReactNode {
  const revoke = useAction(REVOKE, { done: "That browser was signed out." });
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <span title={session.userAgent}>{browserInWords(session.userAgent)}</span>
          {session.current && (
            <Badge variant="default" tt="none">
              this one
            </Badge>
          )}
        </Group>
      </Table.Td>
      <Table.Td>{session.address}</Table.Td>
      <Table.Td>{WAYS[session.way]}</Table.Td>
      <Table.Td>
        <RelativeTime at={session.createdAt} />
      </Table.Td>
      <Table.Td>
        <RelativeTime at={session.lastUsedAt} />
      </Table.Td>
      <Table.Td ta="right">
        {!session.current && (
          <ConfirmAction
            label="Sign out"
            consequence="That browser loses access at once."
            busy={revoke.busy}
            onConfirm={() => void revoke.run({ sessionId: session.id })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
