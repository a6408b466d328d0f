import {
  Anchor,
  Button,
  Collapse,
  Group,
  Skeleton,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconChevronRight, IconFileUpload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useId, useRef, useState } from "react";

import { changedOptions, DEFAULT_READING } from "../documents/reading/reading.ts";
import { SubmissionList } from "../documents/reading/submission-list.tsx";
import { submit } from "../documents/reading/submissions.ts";
import { sampleDocument } from "./sample-document.ts";
import classes from "./home.module.css";

/** Loaded when it is unfolded: its fields are a good part of the first screen's size. */
const ReadingOptions = lazy(() =>
  import("../documents/reading/reading-options.tsx").then(({ ReadingOptions: component }) => ({
    default: component,
  })),
);

/** Files dropped anywhere in the window, an address, or the sample; how they are read can be unfolded. */
export function SubmitArea(): ReactNode {
  const [reading, setReading] = useState(DEFAULT_READING);
  const navigate = useNavigate();
  const choose = useRef<() => void>(null);
  const submitFiles = async (files: readonly File[]): Promise<void> => {
    const ids = await Promise.all(files.map((file) => submit({ file }, reading)));
    await open(ids);
  };
  const sending = useRef(false);
  /** A double click submits once. */
  const submitSample = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    try {
      await submitFiles([await sampleDocument()]);
    } finally {
      sending.current = false;
    }
  };
  const open = async (ids: readonly (string | undefined)[]): Promise<void> => {
    const [id] = ids;
    if (ids.length === 1 && id !== undefined) await navigate({ to: "/documents/$id", params: { id } });
  };
  return (
    <Stack gap="sm">
      <Dropzone.FullScreen active onDrop={(files) => void submitFiles(files)} zIndex={300}>
        <Text ta="center" size="xl" mt="30vh">
          Drop to submit
        </Text>
      </Dropzone.FullScreen>
      <Dropzone
        className={classes["drop"] ?? ""}
        onDrop={(files) => void submitFiles(files)}
        openRef={choose}
        activateOnKeyboard={false}
        tabIndex={-1}
        inputProps={{ "aria-hidden": true }}
      >
        <Stack align="center" gap={6}>
          <IconFileUpload aria-hidden size={32} stroke={1.3} />
          <Text fw={600} size="lg">
            Drop documents anywhere
          </Text>
          <Text c="var(--ink-faint)" ta="center">
            PDF, Office documents, and images of pages. Several at once are fine.
          </Text>
          <Button
            mt={6}
            onClick={(event) => {
              event.stopPropagation();
              choose.current?.();
            }}
          >
            Choose files
          </Button>
        </Stack>
      </Dropzone>
      <Group justify="space-between" align="flex-end" gap="sm">
        <AddressForm
          onSubmit={async (url) => {
            const id = await submit({ url }, reading);
            await open([id]);
            return id !== undefined;
          }}
        />
        <Anchor component="button" type="button" onClick={() => void submitSample()}>
          Try it with the sample document
        </Anchor>
      </Group>
      <FoldedOptions summary={changedOptions(reading).join(", ") || "as a form, all pages, English"}>
        <Suspense fallback={<Skeleton height={84} />}>
          <ReadingOptions value={reading} onChange={setReading} />
        </Suspense>
      </FoldedOptions>
      <SubmissionList />
    </Stack>
  );
}

/** What was typed stays until it is accepted. */
function AddressForm({
  onSubmit,
}: {
  /** Resolves to whether the document was accepted. */
  readonly onSubmit: (url: string) => Promise<boolean>;
}): ReactNode {
  const [url, setUrl] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    const address = url.trim();
    if (!URL.canParse(address) || !/^https?:/i.test(address)) {
      setProblem("Enter an http or https address, such as https://example.com/report.pdf.");
      return;
    }
    setBusy(true);
    if (await onSubmit(address)) setUrl("");
    setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className={classes["address"]}
    >
      <TextInput
        aria-label="Address of a document"
        placeholder="Or paste the address of a document"
        value={url}
        error={problem}
        onChange={({ currentTarget }) => {
          setUrl(currentTarget.value);
          setProblem(undefined);
        }}
        rightSectionWidth={76}
        rightSection={
          <Button
            type="submit"
            size="compact-sm"
            variant="default"
            loading={busy}
            disabled={url.trim() === ""}
          >
            Submit
          </Button>
        }
      />
    </form>
  );
}

function FoldedOptions({
  summary,
  children,
}: {
  readonly summary: string;
  readonly children: ReactNode;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <UnstyledButton
        className={classes["fold"] ?? ""}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight aria-hidden size={14} className={open ? (classes["open"] ?? "") : ""} />
        How it is read: {summary}
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        {open && <div className={classes["options"]}>{children}</div>}
      </Collapse>
    </div>
  );
}
