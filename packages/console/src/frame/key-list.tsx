import { Kbd, Modal, Table, Title } from "@mantine/core";
import type { ReactNode } from "react";

const GROUPS: readonly { readonly name: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    name: "Everywhere",
    keys: [
      ["Ctrl K", "Find a document, a pipeline, a connector or a screen"],
      ["?", "Show this list"],
    ],
  },
  {
    name: "Lists",
    keys: [
      ["/", "Search"],
      ["↑ ↓", "Go from row to row"],
      ["Enter", "Open the row"],
      ["x", "Select the document"],
      ["Shift x", "Select the documents since the last selected one"],
    ],
  },
  {
    name: "A document",
    keys: [
      ["↑ ↓", "Go from line to line"],
      ["← →", "Go from page to page"],
      ["Enter", "Choose the marked line"],
      ["/", "Search in the text"],
      ["n N", "Go to the next or previous match"],
      ["+ −", "Zoom"],
      ["w", "Show the boxes of words"],
      ["c", "Show the confidence of words"],
      ["d", "Go to the next doubtful word"],
      ["Esc", "Clear the search and the mark"],
    ],
  },
];

/** All keys of the console. */
export function KeyList({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard shortcuts"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {GROUPS.map(({ name, keys }) => (
        <section key={name} aria-label={name}>
          <Title order={3} mt="sm">
            {name}
          </Title>
          <Table>
            <Table.Tbody>
              {keys.map(([key, meaning]) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" w={90}>
                    <Kbd>{key}</Kbd>
                  </Table.Th>
                  <Table.Td>{meaning}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Modal>
  );
}
