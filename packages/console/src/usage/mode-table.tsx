import { Table } from "@mantine/core";
import type { ReactNode } from "react";

import type { UsageQuery } from "../generated/graphql.ts";

export function ModeTable({ byMode }: { readonly byMode: UsageQuery["usage"]["byMode"] }): ReactNode {
  return (
    <Table aria-labelledby="by-mode">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Mode</Table.Th>
          <Table.Th ta="right">Pages</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {byMode.map(({ mode, pages }) => (
          <Table.Tr key={mode}>
            <Table.Td>{mode.toLowerCase().replace("_", " ")}</Table.Td>
            <Table.Td ta="right">{pages.toLocaleString("en")}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
