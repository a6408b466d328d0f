import { Alert, Button, Group, Loader, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useEffect, useState, type ReactNode } from "react";
import { useMutation, useQuery } from "urql";

import type { TryFileMutation } from "../../generated/graphql.ts";
import { ApiError, messageOf } from "../../parts/api-error.tsx";
import { TextLink } from "../../parts/links.ts";
import { textsIn } from "./ends/configuration.ts";
import { optionsOf, type EndDraft, type ReadingDraft } from "./draft.ts";
import { FailureNotice } from "./ends/failure-notice.tsx";
import { FolderBrowser } from "./ends/folder-browser.tsx";
import { TRIED_FILE, TRIED_PAGES, TRY_FILE } from "./store-queries.ts";
import classes from "./wizard.module.css";

const POLL_MS = 1000;

/** Reads one file of the source with these options and shows its text; nothing is written anywhere. */
export function TryOneFile({
  reading,
  password,
  source,
  workflowId,
}: {
  readonly reading: ReadingDraft;
  readonly password: string;
  readonly source: EndDraft;
  readonly workflowId: string | undefined;
}): ReactNode {
  const [isBrowsing, setIsBrowsing] = useState(false);
  const [path, setPath] = useState<string>();
  const [{ fetching }, tryFile] = useMutation(TRY_FILE);
  const [result, setResult] = useState<TryFileMutation["tryFile"]>();
  const [refusal, setRefusal] = useState<string>();
  const { connection, connectorId, configuration } = source;
  if (connection !== "FILE_SYSTEM" || connectorId === null) return null;
  const read = async (file: string): Promise<void> => {
    setPath(file);
    setIsBrowsing(false);
    setResult(undefined);
    const { data, error } = await tryFile({
      input: {
        connectorId,
        path: file,
        options: optionsOf(reading),
        workflowId,
        documentPassword: password === "" ? null : password,
      },
    });
    setResult(data?.tryFile);
    setRefusal(error === undefined ? undefined : messageOf(error));
  };
  return (
    <section aria-label="Try one file">
      <Title order={2}>Try one file</Title>
      <Text c="var(--ink-faint)" mb="xs">
        Reads one file of the source with these options. Nothing is written, and the pipeline still reads it.
      </Text>
      <Stack>
        <Group>
          <Button variant="default" onClick={() => setIsBrowsing((now) => !now)} aria-expanded={isBrowsing}>
            Choose a file
          </Button>
          {path !== undefined && (
            <Button variant="default" loading={fetching} onClick={() => void read(path)}>
              Read {path} again
            </Button>
          )}
        </Group>
        {isBrowsing && (
          <FolderBrowser
            connectorId={connectorId}
            start={textsIn(configuration, "folders")[0] ?? ""}
            onChooseFile={(file) => void read(file)}
          />
        )}
        {refusal !== undefined && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        {result?.failure && <FailureNotice failure={result.failure} />}
        {result?.job && <TriedText key={result.job.id} jobId={result.job.id} />}
      </Stack>
    </section>
  );
}

function TriedText({ jobId }: { readonly jobId: string }): ReactNode {
  const [{ data, error }, reload] = useQuery({
    query: TRIED_FILE,
    variables: { id: jobId },
    requestPolicy: "cache-and-network",
  });
  const job = data?.job;
  const isDone = job !== undefined && job !== null && !["ACCEPTED", "PROCESSING"].includes(job.status);
  const { start, stop } = useInterval(() => reload({ requestPolicy: "network-only" }), POLL_MS);
  useEffect(() => {
    if (!isDone) start();
    return stop;
  }, [isDone, start, stop]);
  if (error !== undefined) return <ApiError error={error} retry={() => reload()} />;
  if (job === undefined || job === null || !isDone) {
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text>Reading{job?.pagesSelected ? `: ${job.pagesDone} of ${job.pagesSelected} pages` : "…"}</Text>
      </Group>
    );
  }
  if (job.status === "FAILED") {
    return (
      <Alert color="red" title="The file could not be read" role="alert">
        {job.statusMessage}
      </Alert>
    );
  }
  return <TriedPages jobId={jobId} isCut={(job.pagesSelected ?? 0) > 3} />;
}

/** Asked for once the document has been read: until then its pages are not all there. */
function TriedPages({ jobId, isCut }: { readonly jobId: string; readonly isCut: boolean }): ReactNode {
  const [{ data, error }, reload] = useQuery({
    query: TRIED_PAGES,
    variables: { id: jobId },
    requestPolicy: "network-only",
  });
  if (error !== undefined) return <ApiError error={error} retry={() => reload()} />;
  if (data === undefined) return <Skeleton height={160} />;
  const text = data.job?.pages.nodes.map((page) => page.text ?? "").join("\n") ?? "";
  return (
    <Stack gap="xs">
      <pre className={classes["text"]} tabIndex={0} role="region" aria-label="Text of the file">
        {text === "" ? "The file has no text." : text}
      </pre>
      <Text size="sm" c="var(--ink-faint)">
        {isCut && "The first three pages. "}
        <TextLink to="/documents/$id" params={{ id: jobId }} underline="always">
          Open the document
        </TextLink>{" "}
        to see it beside its pages.
      </Text>
    </Stack>
  );
}
