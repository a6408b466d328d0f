import { Stack, Table, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import type { InvitationsQuery } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useAction } from "../parts/use-action.ts";
import { roleInWords } from "./roles.ts";

const INVITATIONS = graphql(`
  query Invitations {
    invitations {
      id
      email
      role
      expiresAt
      invitedBy {
        id
        name
      }
    }
  }
`);

const REVOKE = graphql(`
  mutation RevokeInvitation($invitationId: ID!) {
    revokeInvitation(input: { invitationId: $invitationId }) {
      invitation {
        id
      }
    }
  }
`);

type Invitation = InvitationsQuery["invitations"][number];

/** Pending invitations; nothing if there are none. */
export function Invitations(): ReactNode {
  const [{ data, error }] = useQuery({ query: INVITATIONS });
  if (error !== undefined) return <ApiError error={error} />;
  if (data === undefined || data.invitations.length === 0) return null;
  return (
    <Stack component="section" aria-labelledby="invitations">
      <Title order={2} id="invitations">
        Invited
      </Title>
      <DataTable label="Invitations" columns={["Address", "Role", "Invited by", "Expires", ACTIONS]}>
        {data.invitations.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </DataTable>
    </Stack>
  );
}

function InvitationRow({
  invitation: { id, email, role, expiresAt, invitedBy },
}: {
  readonly invitation: Invitation;
}): ReactNode {
  const revoke = useAction(REVOKE, { done: "The invitation was revoked." });
  return (
    <Table.Tr>
      <Table.Td>{email}</Table.Td>
      <Table.Td>{roleInWords(role)}</Table.Td>
      <Table.Td>{invitedBy?.name ?? "A service account"}</Table.Td>
      <Table.Td>
        <RelativeTime at={expiresAt} />
      </Table.Td>
      <Table.Td ta="right">
        <ConfirmAction
          label="Revoke"
          consequence="The link stops working."
          busy={revoke.busy}
          onConfirm={() => void revoke.run({ invitationId: id })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
