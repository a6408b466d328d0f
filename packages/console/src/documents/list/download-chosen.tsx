import { Button, Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";

import { downloadMany, type ManyFiles } from "../../document/actions/download.ts";
import { reasonOf } from "../../parts/api-error.tsx";

/** The files of several documents: one ZIP archive, or their tables in one file. */
export function DownloadChosen({ ids }: { readonly ids: readonly string[] }): ReactNode {
  const [busy, setBusy] = useState(false);
  const run = async (files: ManyFiles): Promise<void> => {
    setBusy(true);
    try {
      await downloadMany(ids, files);
    } catch (error) {
      notifications.show({ color: "red", title: "The download failed", message: reasonOf(error) });
    }
    setBusy(false);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy}
          rightSection={<IconChevronDown aria-hidden size={14} />}
        >
          Download as
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {GROUPS.map(({ label, items }) => (
          <div key={label}>
            <Menu.Label>{label}</Menu.Label>
            {items.map((item) => (
              <Menu.Item key={item.label} onClick={() => void run(item)}>
                {item.label}
              </Menu.Item>
            ))}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Group {
  readonly label: string;
  readonly items: readonly (ManyFiles & { readonly label: string })[];
}

const GROUPS: readonly Group[] = [
  {
    label: "All tables in one file",
    items: [
      { label: "Excel (.xlsx), a sheet for each table", rendition: "XLSX", form: "TOGETHER" },
      { label: "CSV with columns for file, page and table", rendition: "CSV", form: "TOGETHER" },
    ],
  },
  {
    label: "A file for each document, as .zip",
    items: [
      { label: "Text (.txt)", rendition: "TEXT", form: "ARCHIVE" },
      { label: "Markdown (.md)", rendition: "MARKDOWN", form: "ARCHIVE" },
      { label: "HTML (.html)", rendition: "HTML", form: "ARCHIVE" },
      { label: "Tables as Excel (.xlsx)", rendition: "XLSX", form: "ARCHIVE" },
      { label: "Searchable PDF", rendition: "SEARCHABLE_PDF", form: "ARCHIVE" },
      { label: "Pieces for AI search (.ndjson)", rendition: "CHUNKS", form: "ARCHIVE" },
      { label: "Documents as submitted", rendition: "DOCUMENT", form: "ARCHIVE" },
    ],
  },
];
