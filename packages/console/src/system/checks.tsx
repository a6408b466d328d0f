import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { StateBadge } from "../parts/state-badge.tsx";
import type { SystemState } from "./system-queries.ts";

/** Each part on which the readiness of the service depends. */
export function Checks({ checks }: { readonly checks: SystemState["checks"] }): ReactNode {
  return (
    <Table aria-labelledby="checks">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Part</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {checks.map(({ name, ok, message }) => (
          <Table.Tr key={name}>
            <Table.Td tt="capitalize">{name}</Table.Td>
            <Table.Td>
              <StateBadge state={ok ? "done" : "failed"} label={ok ? "Works" : "Fails"} />
              {message !== "" && <Text c={ok ? "var(--ink-faint)" : "var(--fault)"}>{message}</Text>}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
