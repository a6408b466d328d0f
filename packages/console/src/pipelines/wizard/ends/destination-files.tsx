import { Button, Code, Group, List, Stack, Text, TextInput } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { textIn } from "./configuration.ts";
import { DestinationData } from "./destination-data.tsx";
import { DestinationRenditions } from "./destination-renditions.tsx";
import type { EndProps } from "./end-props.ts";
import { EXAMPLE_PATH, useDestinationPreview } from "./destination-preview.ts";
import { FolderBrowser } from "./folder-browser.tsx";

/** The folder to which texts are written, with the paths that a file leads to. */
export function DestinationFiles({ end, onChange }: EndProps): ReactNode {
  const [isBrowsing, setIsBrowsing] = useState(false);
  const folder = textIn(end.configuration, "folder");
  const set = (chosen: string): void =>
    onChange({ ...end, configuration: { ...end.configuration, folder: chosen } });
  const preview = useDestinationPreview(end);
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
      <DestinationData end={end} onChange={onChange} />
      <DestinationRenditions end={end} onChange={onChange} />
      {preview !== undefined && (
        <div>
          <Text>
            For the file <Code>{EXAMPLE_PATH}</Code>, a run writes:
          </Text>
          <List>
            {preview.paths.map((path) => (
              <List.Item key={path}>
                <Code style={{ overflowWrap: "anywhere" }}>{path}</Code>
              </List.Item>
            ))}
          </List>
          <Text>When the file is read again, they are replaced.</Text>
        </div>
      )}
    </Stack>
  );
}
