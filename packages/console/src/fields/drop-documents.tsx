import { Button, Checkbox, Group, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useRef, useState, type ReactNode } from "react";

import { DEFAULT_READING } from "../documents/reading/reading.ts";
import { SubmissionList } from "../documents/reading/submission-list.tsx";
import { submit } from "../documents/reading/submissions.ts";

/** Files that become rows of the table. */
export function DropDocuments({
  schema,
  title,
  isSplittable,
  isEmpty,
  onAccepted,
}: {
  readonly schema: string;
  readonly title: string;
  /** Whether each invoice of a file can be a row of its own. */
  readonly isSplittable: boolean;
  /** Whether the table has no documents, so that adding some is the thing to do. */
  readonly isEmpty: boolean;
  readonly onAccepted: () => void;
}): ReactNode {
  const choose = useRef<() => void>(null);
  const [split, setSplit] = useState(false);
  const submitFiles = async (files: readonly File[]): Promise<void> => {
    const reading = { ...DEFAULT_READING, lang: "auto", schema, split: split && isSplittable };
    await Promise.all(
      files.map(async (file) => {
        if ((await submit({ file }, reading)) !== undefined) onAccepted();
      }),
    );
  };
  return (
    <div>
      <Dropzone.FullScreen active onDrop={(files) => void submitFiles(files)} zIndex={300}>
        <Text ta="center" size="xl" mt="30vh">
          Drop to add to the table
        </Text>
      </Dropzone.FullScreen>
      <Dropzone
        p="md"
        bg="var(--sheet)"
        style={{ borderColor: "light-dark(#8b8e95, #72767e)" }}
        onDrop={(files) => void submitFiles(files)}
        openRef={choose}
        activateOnKeyboard={false}
        tabIndex={-1}
        inputProps={{ "aria-hidden": true }}
      >
        <Group justify="center" gap="md">
          <Text>
            Drop files to add them to the table <b>{title}</b>: PDF, scans, Office documents, many at once.
          </Text>
          <Button
            variant={isEmpty ? "filled" : "default"}
            onClick={(event) => {
              event.stopPropagation();
              choose.current?.();
            }}
          >
            Choose files
          </Button>
        </Group>
      </Dropzone>
      {isSplittable && (
        <Checkbox
          mt="xs"
          label="Split files with several invoices: each invoice becomes a row"
          checked={split}
          onChange={(event) => setSplit(event.currentTarget.checked)}
        />
      )}
      <SubmissionList />
    </div>
  );
}
