import { Button, Select, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { useIsManager, useViewer } from "../frame/viewer.ts";
import type { MembersQuery, Role } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { Screen } from "../parts/screen.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { InvitePanel } from "./invite-panel.tsx";
import { Invitations } from "./invitations.tsx";
import { ROLES, roleInWords } from "./roles.ts";

const MEMBERS = graphql(`
  query Members {
    members {
      role
      since
      user {
        id
        name
        email
        active
      }
    }
  }
`);

const UPDATE = graphql(`
  mutation UpdateMember($input: UpdateMemberInput!) {
    updateMember(input: $input) {
      member {
        role
        user {
          id
          active
        }
      }
    }
  }
`);

const REMOVE = graphql(`
  mutation RemoveMember($userId: ID!) {
    removeMember(input: { userId: $userId }) {
      member {
        user {
          id
        }
      }
    }
  }
`);

type Member = MembersQuery["members"][number];

/** The members of the organization with their roles, and pending invitations. */
export function PeopleScreen(): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: MEMBERS });
  const [inviting, { open, close }] = useDisclosure(false);
  const manager = useIsManager();
  return (
    <Screen title="People" actions={manager && <Button onClick={open}>Invite</Button>}>
      {error !== undefined && (
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      )}
      {data === undefined && error === undefined && <TableSkeleton />}
      {data !== undefined && (
        <Stack gap="xl">
          <DataTable label="Members" columns={["Name", "Role", "State", "Member since", ACTIONS]}>
            {data.members.map((member) => (
              <MemberRow key={member.user.id} member={member} />
            ))}
          </DataTable>
          {manager && <Invitations />}
        </Stack>
      )}
      <InvitePanel opened={inviting} onClose={close} />
    </Screen>
  );
}

function MemberRow({ member: { user, role, since } }: { readonly member: Member }): ReactNode {
  const { user: me } = useViewer();
  const manager = useIsManager();
  const update = useAction(UPDATE);
  const remove = useAction(REMOVE, { done: `${user.name} was removed.` });
  const mayChange = manager && user.id !== me?.id;
  return (
    <Table.Tr>
      <Table.Td>
        {user.name}
        <Text size="sm" c="var(--ink-faint)">
          {user.email}
        </Text>
      </Table.Td>
      <Table.Td>
        {mayChange ? (
          <Select<Role>
            aria-label={`Role of ${user.name}`}
            size="xs"
            miw={200}
            w="100%"
            maw={360}
            styles={{ input: { textOverflow: "ellipsis" } }}
            allowDeselect={false}
            data={[...ROLES]}
            value={role}
            disabled={update.busy}
            onChange={(chosen) => chosen && void update.run({ input: { userId: user.id, role: chosen } })}
          />
        ) : (
          roleInWords(role)
        )}
      </Table.Td>
      <Table.Td>
        <StateBadge
          state={user.active ? "done" : "cancelled"}
          label={user.active ? "Active" : "Deactivated"}
        />
      </Table.Td>
      <Table.Td>
        <RelativeTime at={since} />
      </Table.Td>
      <Table.Td ta="right">
        {mayChange && (
          <ConfirmAction
            label="Remove"
            consequence={`${user.name} loses access at once, and their access tokens stop working.`}
            busy={remove.busy}
            onConfirm={() => void remove.run({ userId: user.id })}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
