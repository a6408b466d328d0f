import { Button, Stack, Table, Title } from "@mantine/core";
import { useId, useState, type ReactNode } from "react";

/** Rows that are shown before the others are asked for. */
const FIRST_ROWS = 10;

export interface PagesRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly pages: number;
}

/** Pages of one kind of group, the most first. */
export function PagesTable({
  title,
  column,
  rows,
}: {
  readonly title: string;
  readonly column: string;
  readonly rows: readonly PagesRow[];
}): ReactNode {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const sorted = rows.toSorted((one, other) => other.pages - one.pages);
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      <Stack gap="xs" align="stretch">
        <Table aria-labelledby={id}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{column}</Table.Th>
              <Table.Th ta="right">Pages</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(isWhole ? sorted : sorted.slice(0, FIRST_ROWS)).map(({ key, name, pages }) => (
              <Table.Tr key={key}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
                <Table.Td ta="right">{pages.toLocaleString("en")}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {!isWhole && sorted.length > FIRST_ROWS && (
          <Button variant="subtle" onClick={() => setIsWhole(true)}>
            Show all {sorted.length.toLocaleString("en")}
          </Button>
        )}
      </Stack>
    </section>
  );
}
