import { Stack, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { supportsPasskeys } from "../api/passkeys.ts";
import type { PasskeysQuery } from "../generated/graphql.ts";
import { ACTIONS, DataTable } from "../parts/data-table.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { AddPasskey } from "./add-passkey.tsx";

const PASSKEYS = graphql(`
  query Passkeys {
    viewer {
      passkeys {
        id
        name
        createdAt
        lastUsedAt
      }
    }
  }
`);

const REMOVE = graphql(`
  mutation RemovePasskey($passkeyId: ID!) {
    removePasskey(input: { passkeyId: $passkeyId }) {
      passkey {
        id
      }
    }
  }
`);

type Passkey = PasskeysQuery["viewer"]["passkeys"][number];

/** The caller's passkeys, with which they come back without a link. */
export function Passkeys(): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: PASSKEYS, requestPolicy: "cache-and-network" });
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (data === undefined) return <TableSkeleton rows={2} />;
  const { passkeys } = data.viewer;
  return (
    <Stack align="stretch">
      <Text c="var(--ink-faint)">
        {supportsPasskeys()
          ? "A passkey signs you in with your fingerprint, face or screen lock instead of a link."
          : "This browser has no passkeys here. They need https, or localhost."}
      </Text>
      {passkeys.length > 0 && (
        <DataTable label="Passkeys" columns={["Name", "Added", "Last used", ACTIONS]}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </DataTable>
      )}
      {supportsPasskeys() && <AddPasskey />}
    </Stack>
  );
}

function PasskeyRow({
  passkey: { id, name, createdAt, lastUsedAt },
}: {
  readonly passkey: Passkey;
}): ReactNode {
  const remove = useAction(REMOVE, { done: "The passkey was removed." });
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td>
        <RelativeTime at={createdAt} />
      </Table.Td>
      <Table.Td>{lastUsedAt ? <RelativeTime at={lastUsedAt} /> : "Never"}</Table.Td>
      <Table.Td ta="right">
        <ConfirmAction
          label="Remove"
          consequence="It no longer signs you in. Remove it from your device as well."
          busy={remove.busy}
          onConfirm={() => void remove.run({ passkeyId: id })}
        />
      </Table.Td>
    </Table.Tr>
  );
}
