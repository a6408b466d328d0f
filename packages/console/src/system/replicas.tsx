import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { DataTable } from "../parts/data-table.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { memoryInWords } from "./sizes.ts";
import type { SystemState } from "./system-queries.ts";

type Replica = SystemState["replicas"][number];

const ROLES = {
  ALL: "APIs and reading",
  SERVE: "APIs",
  WORK: "Reading",
} as const satisfies Record<Replica["role"], string>;

/** The running processes of the service, each with the extraction hosts that read its documents. */
export function Replicas({ replicas }: { readonly replicas: SystemState["replicas"] }): ReactNode {
  if (replicas.length === 0) return <Text>No replica reported within the last minute.</Text>;
  return (
    <DataTable
      label="Replicas"
      columns={[
        "Role",
        "Version",
        "Started",
        "Reported",
        { name: "Workers", align: "right" },
        { name: "Memory", align: "right" },
        "Extraction hosts",
        { name: "Host restarts", align: "right" },
      ]}
    >
      {replicas.map((replica) => (
        <ReplicaRow key={replica.replicaId} replica={replica} />
      ))}
    </DataTable>
  );
}

function ReplicaRow({
  replica: { role, version, startedAt, seenAt, workers, memoryBytes, hosts, hostRestarts },
}: {
  readonly replica: Replica;
}): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>{ROLES[role]}</Table.Td>
      <Table.Td>{version}</Table.Td>
      <Table.Td>
        <RelativeTime at={startedAt} />
      </Table.Td>
      <Table.Td>
        <RelativeTime at={seenAt} />
      </Table.Td>
      <Table.Td ta="right">{workers}</Table.Td>
      <Table.Td ta="right">{memoryInWords(memoryBytes)}</Table.Td>
      <Table.Td>
        {hosts.length === 0
          ? "None running"
          : hosts.map(({ pid, memoryBytes: memory }) => (
              <div key={pid}>
                {memory === null ? "Memory unknown" : memoryInWords(memory)}{" "}
                <Text span size="sm" c="var(--ink-faint)">
                  process {pid}
                </Text>
              </div>
            ))}
      </Table.Td>
      <Table.Td ta="right">{hostRestarts}</Table.Td>
    </Table.Tr>
  );
}
