import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { UsageQuery } from "../generated/graphql.ts";

/** Saves what the screen shows as CSV. */
export function DownloadCsv({
  usage: { byDay },
  tag,
}: {
  readonly usage: UsageQuery["usage"];
  readonly tag: string | undefined;
}): ReactNode {
  const save = (): void => {
    const rows = [["day", "pages"], ...byDay.map(({ day, pages }) => [day, String(pages)])];
    const file = new Blob([rows.map((row) => `${row.join(",")}\r\n`).join("")], { type: "text/csv" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(file);
    link.download = `usage${tag === undefined ? "" : `-${tag}`}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Button variant="default" leftSection={<IconDownload aria-hidden size={14} />} onClick={save}>
      CSV
    </Button>
  );
}
