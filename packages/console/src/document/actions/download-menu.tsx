import { Button, Menu, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import { nameOf } from "../../documents/live/job-row.ts";
import { reasonOf } from "../../parts/api-error.tsx";
import { saveFile } from "../../parts/save-file.ts";
import type { ViewedJob } from "../model/use-document.ts";
import { correctionsOf, download, htmlPageOf, keptFiles, tablesOf, type KeptFiles } from "./download.ts";
import { wholeJson, wholeText } from "./whole-document.ts";

interface Item {
  readonly label: string;
  readonly needs: keyof KeptFiles;
  readonly run: () => Promise<void>;
}

/** Everything that can be saved or copied of a document. */
export function DownloadMenu({ job }: { readonly job: ViewedJob }): ReactNode {
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState<KeptFiles>({ text: true, document: true });
  /** If it cannot be found out, a click tells. */
  const look = async (): Promise<void> =>
    setKept(await keptFiles(job.id).catch(() => ({ text: true, document: true })));
  const during = async ({ run }: Item): Promise<void> => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      notifications.show({ color: "red", title: "That did not work", message: reasonOf(error) });
    }
    setBusy(false);
  };
  const items = (of: readonly Item[]): ReactNode =>
    of.map((item) => (
      <Menu.Item key={item.label} disabled={!kept[item.needs]} onClick={() => void during(item)}>
        {item.label}
        {!kept[item.needs] && <Text size="xs">{GONE[item.needs]}</Text>}
      </Menu.Item>
    ));
  return (
    <Menu position="bottom-end" onOpen={() => void look()}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          disabled={job.pagesDone === 0}
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          Download as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items(filesOf(job))}
        <Menu.Divider />
        {items([
          {
            label: "Copy the whole text",
            needs: "text",
            run: async () =>
              navigator.clipboard.writeText(await wholeText(job.id, job.options.pageSeparator)),
          },
        ])}
      </Menu.Dropdown>
    </Menu>
  );
}

const GONE = {
  text: "The text is no longer stored, or not ready yet",
  document: "The document is no longer stored",
} as const satisfies Record<keyof KeptFiles, string>;

const JSON_TYPE = "application/json";

function filesOf(job: ViewedJob): readonly Item[] {
  const { id } = job;
  const stem = nameOf(job).replace(/\.\w{1,5}$/, "");
  const save = async (ending: string, content: Promise<Blob | string>, type?: string): Promise<void> =>
    saveFile(`${stem}${ending}`, await content, type);
  return [
    { label: "Text (.txt)", needs: "text", run: () => download(id, "TEXT") },
    { label: "Markdown (.md)", needs: "text", run: () => download(id, "MARKDOWN") },
    {
      label: "HTML (.html)",
      needs: "text",
      run: () => save(".html", htmlPageOf(id, stem), "text/html;charset=utf-8"),
    },
    { label: "Searchable PDF", needs: "document", run: () => download(id, "SEARCHABLE_PDF") },
    { label: "Tables as Excel (.xlsx)", needs: "text", run: () => download(id, "XLSX") },
    { label: "Tables as CSV (.zip)", needs: "text", run: () => save(" tables.zip", tablesOf(id)) },
    { label: "Pieces for AI search (.ndjson)", needs: "text", run: () => download(id, "CHUNKS") },
    { label: "Words and places (.json)", needs: "text", run: () => save(".json", wholeJson(id), JSON_TYPE) },
    {
      label: "Corrections (.json)",
      needs: "text",
      run: () => save(" corrections.json", correctionsOf(id), JSON_TYPE),
    },
    { label: "The document as submitted", needs: "document", run: () => download(id, "DOCUMENT") },
  ];
}
