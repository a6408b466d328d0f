import { Button, Code, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { textIn } from "./configuration.ts";
import { DestinationRenditions } from "./destination-renditions.tsx";
import type { EndProps } from "./end-props.ts";
import { FolderBrowser } from "./folder-browser.tsx";

/** The folder to which texts are written, with the paths that a file leads to. */
export function DestinationFiles({ end, onChange }: EndProps): ReactNode {
  const [isBrowsing, setIsBrowsing] = useState(false);
  const folder = textIn(end.configuration, "folder");
  const set = (chosen: string): void =>
    onChange({ ...end, configuration: { ...end.configuration, folder: chosen } });
  const place = folder.split("/").filter((part) => part !== "");
  const path = [...place, "2026", "invoice.pdf"].join("/");
  return (
    <Stack maw={640}>
      <TextInput
        label="Folder"
        description="Relative to the root of the connection; created if it is missing. Empty means the root."
        placeholder="The root"
        value={folder}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <Group>
        <Button variant="default" onClick={() => setIsBrowsing((now) => !now)} aria-expanded={isBrowsing}>
          Browse folders
        </Button>
      </Group>
      {isBrowsing && end.connectorId !== null && (
        <FolderBrowser
          connectorId={end.connectorId}
          chooseLabel="Write to this folder"
          onChoose={(chosen) => {
            set(chosen);
            setIsBrowsing(false);
          }}
        />
      )}
      <DestinationRenditions end={end} onChange={onChange} />
      <Text component="div">
        The file <Code>2026/invoice.pdf</Code> becomes, for example, <Code>{path}.txt</Code>, its text, and{" "}
        <Code>{path}.json</Code>, what is known about it. A later reading of the same file replaces them.
      </Text>
    </Stack>
  );
}
