import { Button, Checkbox, Group, Stack, TagsInput, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useMutation } from "urql";

import type { CountFilesMutation } from "../../../generated/graphql.ts";
import { messageOf } from "../../../parts/api-error.tsx";
import { flagIn, textIn, textsIn } from "./configuration.ts";
import type { EndProps } from "./end-props.ts";
import { FailureNotice } from "./failure-notice.tsx";
import { FolderBrowser } from "./folder-browser.tsx";
import { COUNT_FILES } from "../store-queries.ts";
import { tagPill } from "./tag-pill.tsx";

/** Which files of a store are read: folders, patterns, and how many match. */
export function SourceFiles({ end, onChange }: EndProps): ReactNode {
  const [isBrowsing, setIsBrowsing] = useState(false);
  const folders = textsIn(end.configuration, "folders");
  const patterns = textsIn(end.configuration, "patterns");
  const set = (changed: Readonly<Record<string, unknown>>): void =>
    onChange({ ...end, configuration: { ...end.configuration, ...changed } });
  return (
    <Stack maw={640}>
      <TagsInput
        label="Folders"
        description="Relative to the root of the connection. Empty means the root."
        placeholder={folders.length === 0 ? "The root" : ""}
        renderPill={tagPill}
        value={folders}
        onChange={(value) => set({ folders: value })}
      />
      <Group>
        <Button variant="default" onClick={() => setIsBrowsing((now) => !now)} aria-expanded={isBrowsing}>
          Browse folders
        </Button>
      </Group>
      {isBrowsing && end.connectorId !== null && (
        <FolderBrowser
          connectorId={end.connectorId}
          chooseLabel="Read this folder"
          onChoose={(folder) => {
            set({ folders: folder === "" ? [] : [...new Set([...folders, folder])] });
            setIsBrowsing(false);
          }}
        />
      )}
      <TagsInput
        label="File name patterns"
        description={"Such as *.pdf or invoice-*; any of them must match. Empty means all files."}
        placeholder={patterns.length === 0 ? "All files" : ""}
        renderPill={tagPill}
        value={patterns}
        onChange={(value) => set({ patterns: value })}
      />
      <Checkbox
        label="Include subfolders"
        checked={flagIn(end.configuration, "recursive", false)}
        onChange={({ currentTarget }) => set({ recursive: currentTarget.checked })}
      />
      <Checkbox
        label="Read each file of a ZIP archive as a file of its own"
        description="Otherwise an archive is one document."
        checked={textIn(end.configuration, "archives") === "files"}
        onChange={({ currentTarget }) => set({ archives: currentTarget.checked ? "files" : "whole" })}
      />
      <MatchingFiles end={end} />
    </Stack>
  );
}

function MatchingFiles({ end }: Pick<EndProps, "end">): ReactNode {
  const [{ fetching }, count] = useMutation(COUNT_FILES);
  const [counted, setCounted] = useState<{
    readonly of: EndProps["end"]["configuration"];
    readonly result: CountFilesMutation["countFiles"] | string;
  }>();
  const { connectorId, configuration } = end;
  if (connectorId === null) return null;
  const ask = async (): Promise<void> => {
    const { data, error } = await count({
      input: {
        connectorId,
        folders: textsIn(configuration, "folders"),
        patterns: textsIn(configuration, "patterns"),
        recursive: flagIn(configuration, "recursive", false),
      },
    });
    if (error !== undefined) setCounted({ of: configuration, result: messageOf(error) });
    else if (data !== undefined) setCounted({ of: configuration, result: data.countFiles });
  };
  const result = counted?.of === configuration ? counted.result : undefined;
  return (
    <Stack gap="xs" aria-live="polite">
      <Group>
        <Button variant="default" loading={fetching} onClick={() => void ask()}>
          Count matching files
        </Button>
        {typeof result === "object" && result.files !== null && (
          <Text fw={600}>
            {result.files.complete ? "" : "At least "}
            {result.files.count === 1 ? "1 file matches" : `${result.files.count} files match`}
          </Text>
        )}
      </Group>
      {typeof result === "string" && <Text c="var(--fault)">{result}</Text>}
      {typeof result === "object" && result.failure !== null && <FailureNotice failure={result.failure} />}
      {typeof result === "object" && result.files !== null && result.files.examples.length > 0 && (
        <Text size="sm" c="var(--ink-faint)">
          Such as {result.files.examples.join(", ")}
        </Text>
      )}
    </Stack>
  );
}
