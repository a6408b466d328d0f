import { Alert, Button, Skeleton, Text } from "@mantine/core";
import { useEffect, useMemo, useState, type ReactNode } from "react";

import { PAGE_RENDITIONS, PageView, type PageRendition } from "../document/renditions/page-view.tsx";
import { RenditionTabs } from "../document/renditions/rendition-tabs.tsx";
import { DocumentViewer } from "../document/viewer/document-viewer.tsx";
import classes from "../document/viewer/viewer.module.css";
import { reasonOf } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { KeyDialog } from "./key-dialog.tsx";
import { useViewed, viewedPages, type Viewed } from "./use-viewed.ts";
import { viewDocument, type Summary } from "./view-document.ts";
import { placeInHash, writeHash } from "./view-place.ts";
import { forgetKey, hasKey, Refusal } from "./view-requests.ts";

/** A document without the console around it: a file on this machine, or the document of a job. */
export function ViewScreen(): ReactNode {
  const viewed = useViewed();
  const { summary, error, reload } = viewed;
  if (error instanceof Refusal && error.needsKey) return <NeedsKey refusal={error} reload={reload} />;
  if (error !== undefined && summary === undefined)
    return (
      <EmptyState
        order={1}
        title="This document cannot be shown"
        action={<Button onClick={reload}>Try again</Button>}
      >
        {reasonOf(error)}
      </EmptyState>
    );
  if (summary === undefined) return <Skeleton height="100vh" radius={0} />;
  return <Opened summary={summary} viewed={viewed} reload={reload} />;
}

function NeedsKey({
  refusal,
  reload,
}: {
  readonly refusal: Refusal;
  readonly reload: () => void;
}): ReactNode {
  const [problem] = useState(() => (hasKey() ? refusal.message : undefined));
  useEffect(() => forgetKey(), []);
  return (
    <main>
      <KeyDialog problem={problem} onKey={reload} />
    </main>
  );
}

function Opened({
  summary,
  viewed,
  reload,
}: {
  readonly summary: Summary;
  readonly viewed: Viewed;
  readonly reload: () => void;
}): ReactNode {
  const { name } = summary;
  const title = name === "" ? "Unnamed document" : name;
  const source = useMemo(() => viewDocument(title), [title]);
  const numbers = useMemo(() => viewedPages(viewed), [viewed]);
  const [place, setPlace] = useState(placeInHash);
  const [show, setShow] = useState<PageRendition>("layout");
  useEffect(() => {
    document.title = `${title} · Galley`;
  }, [title]);
  return (
    <main className={`${classes["screen"]} ${classes["alone"]}`}>
      <header className={classes["head"]}>
        <h1 title={title}>{title}</h1>
        <Text size="sm" c="var(--ink-faint)" role="status">
          {factsOf(summary, viewed.outlines.size)}
        </Text>
      </header>
      {viewed.error !== undefined && (
        <Alert color="red">
          {reasonOf(viewed.error)}{" "}
          <Button size="compact-sm" variant="default" onClick={reload}>
            Try again
          </Button>
        </Alert>
      )}
      {numbers.length === 0 ? (
        <EmptyState title={summary.settled ? "This document has no pages to show" : "Being read"}>
          {summary.message || "The pages appear here as they are finished."}
        </EmptyState>
      ) : (
        <DocumentViewer
          document={source}
          numbers={numbers}
          outlines={viewed.outlines}
          place={{ page: place.page ?? numbers[0] ?? 1, line: place.line }}
          onPlace={(chosen) => {
            setPlace(chosen);
            writeHash(chosen);
          }}
          tabs={<RenditionTabs value={show} renditions={PAGE_RENDITIONS} onChange={setShow} />}
          beside={(parts) => <PageView rendition={show} parts={parts} />}
        />
      )}
    </main>
  );
}

function factsOf({ settled, pages, message }: Summary, finished: number): string {
  const progress = settled ? "" : `${finished} of ${pages.length || "…"} pages read`;
  return [progress, message].filter((fact) => fact !== "").join(" · ");
}
