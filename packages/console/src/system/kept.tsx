import { Table } from "@mantine/core";
import type { ReactNode } from "react";

import { RelativeTime } from "../parts/relative-time.tsx";
import { periodInWords } from "./sizes.ts";
import type { SystemState } from "./system-queries.ts";

type Kept = Pick<SystemState, "expiring" | "languages" | "retention">;

const KEEP_TEXT = {
  UNTIL_EXPIRY: "Until the document expires",
  UNTIL_RETRIEVED: "Until it is retrieved",
} as const satisfies Record<Kept["retention"]["keepText"], string>;

/** What the operator has set and installed, and what expires soon. */
export function Kept({ system: { expiring, languages, retention } }: { readonly system: Kept }): ReactNode {
  return (
    <Table variant="vertical" layout="fixed" withTableBorder={false} aria-labelledby="settings">
      <Table.Tbody>
        <Row name="Texts are kept">{KEEP_TEXT[retention.keepText]}</Row>
        <Row name="Documents expire">{periodInWords(retention.resultSeconds)} after they are read</Row>
        <Row name="Retrieve again">
          {retention.retrieveAgainSeconds === 0
            ? "REST returns a text once"
            : `REST returns a text again for ${periodInWords(retention.retrieveAgainSeconds)}`}
        </Row>
        <Row name="Expiring soon">
          {expiring.documents === 1 ? "1 document" : `${expiring.documents.toLocaleString("en")} documents`}{" "}
          within 24 hours
          {expiring.next !== null && (
            <>
              , the first <RelativeTime at={expiring.next} />
            </>
          )}
        </Row>
        <Row name="OCR languages">{languages.length === 0 ? "None" : languages.join(", ")}</Row>
      </Table.Tbody>
    </Table>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={180}>
        {name}
      </Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}
