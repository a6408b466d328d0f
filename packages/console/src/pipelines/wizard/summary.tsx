import { Table } from "@mantine/core";
import type { ReactNode } from "react";

import { modeLabel } from "../../documents/reading/reading.ts";
import { TextLink } from "../../parts/links.ts";
import { scheduleInWords } from "../schedule-words.ts";
import { flagIn, textIn, textsIn } from "./ends/configuration.ts";
import type { EndDraft, PipelineDraft, ScheduleDraft } from "./draft.ts";
import type { Step } from "./steps.ts";

/** Everything that was chosen, with the way back to each step. */
export function Summary({ draft }: { readonly draft: PipelineDraft }): ReactNode {
  const { source, reading, destination, schedule } = draft;
  const rows: readonly { step: Step; label: string; words: string }[] = [
    { step: "source", label: "Source", words: sourceInWords(source) },
    {
      step: "reading",
      label: "Reading",
      words: [
        `Mode ${modeLabel(reading.mode)}`,
        reading.pages.trim() === "" ? "all pages" : `pages ${reading.pages.trim()}`,
        `language ${reading.lang}`,
        ...(reading.attachments === "READ" ? ["with attachments"] : []),
        ...(reading.maxFiles === null ? [] : [`at most ${reading.maxFiles} files in one run`]),
      ].join(", "),
    },
    { step: "destination", label: "Destination", words: destinationInWords(destination) },
    { step: "schedule", label: "Schedule", words: scheduleOf(schedule) },
  ];
  return (
    <Table maw={760}>
      <Table.Tbody>
        {rows.map(({ step, label, words }) => (
          <Table.Tr key={step}>
            <Table.Th scope="row" w={120}>
              {label}
            </Table.Th>
            <Table.Td>{words}</Table.Td>
            <Table.Td w={80}>
              <TextLink to="/pipelines/new" search={{ step }} aria-label={`Change: ${label}`}>
                Change
              </TextLink>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function sourceInWords({ connection, connectorName, configuration }: EndDraft): string {
  if (connection === null) return "Not chosen yet";
  if (connection === "API") return "Files that programs post";
  if (connection === "DATABASE") return `${connectorName}, table ${textIn(configuration, "table")}`;
  const folders = textsIn(configuration, "folders");
  const patterns = textsIn(configuration, "patterns");
  return [
    connectorName,
    folders.length === 0 ? "the root" : folders.join(", "),
    flagIn(configuration, "recursive", false) ? "with subfolders" : "without subfolders",
    patterns.length === 0 ? "all files" : patterns.join(", "),
  ].join(", ");
}

function destinationInWords({ connection, connectorName, configuration }: EndDraft): string {
  if (connection === null) return "Not chosen yet";
  if (connection === "API") return "Fetched by programs";
  const [what, place] =
    connection === "DATABASE"
      ? ["table", textIn(configuration, "table") || "with the default name"]
      : ["folder", textIn(configuration, "folder") || "the root"];
  const schema = textIn(configuration, "schema");
  return `${connectorName}, ${what} ${place}${schema === "" ? "" : `, data by the schema ${schema}`}`;
}

function scheduleOf({ cron, timeZone }: ScheduleDraft): string {
  return cron === null ? "By hand" : `${scheduleInWords(cron) ?? cron} (${timeZone})`;
}
