import { Table, Text } from "@mantine/core";
import { IconSquare, IconSquareCheckFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { PageContent, PageField } from "../model/viewed-document.ts";
import type { Marks } from "../viewer/marks.ts";

/** Form fields and check boxes of a page. A row marks its place in the picture. */
export function Fields({
  content,
  marks,
}: {
  readonly content: PageContent;
  readonly marks: Marks;
}): ReactNode {
  if (content.fields.length === 0)
    return (
      <Text p="md" c="var(--ink-faint)">
        This page has no form fields and no check boxes.
      </Text>
    );
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Kind</Table.Th>
          <Table.Th>Value</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {content.fields.map((field, index) => (
          <Table.Tr
            key={index}
            onPointerEnter={() => marks.set({ page: content.number, box: field.box })}
            onPointerLeave={() => marks.set(undefined)}
          >
            <Table.Td>{field.name || "Without a name"}</Table.Td>
            <Table.Td>{kindOf(field)}</Table.Td>
            <Table.Td>
              <Value field={field} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function kindOf({ kind }: PageField): string {
  const words = kind.replaceAll("_", " ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Value({ field: { checked, value } }: { readonly field: PageField }): ReactNode {
  if (checked === null) return value || <Text c="var(--ink-faint)">Empty</Text>;
  return checked ? (
    <>
      <IconSquareCheckFilled aria-hidden size={16} /> Checked
    </>
  ) : (
    <>
      <IconSquare aria-hidden size={16} /> Not checked
    </>
  );
}
