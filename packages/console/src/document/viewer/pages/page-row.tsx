import { Alert, Skeleton, Text } from "@mantine/core";
import { memo, useEffect, type ReactNode } from "react";

import { usePage, type PageStore } from "../../model/page-store.ts";
import type { Match, PageContent, PageOutline } from "../../model/viewed-document.ts";
import type { Explanations } from "../../why/explanations.ts";
import type { Beside } from "../beside.ts";
import type { Mark, Marks } from "../marks.ts";
import { PagePicture } from "./page-picture.tsx";
import { columnsOf, type Layout } from "./page-sizes.ts";
import { Sideways } from "../sideways.tsx";
import type { Viewer } from "../use-viewer.ts";
import type { ViewSettings } from "../view-settings.ts";
import classes from "../viewer.module.css";

export interface RowProps {
  readonly store: PageStore;
  readonly outline: PageOutline | undefined;
  readonly number: number;
  readonly layout: Layout;
  readonly settings: ViewSettings;
  readonly marks: Marks;
  readonly sideways: Viewer["sideways"];
  readonly matches: readonly Match[];
  readonly current: Match | undefined;
  readonly onChoose: (mark: Mark) => void;
  readonly show: Viewer["show"];
  readonly onContent: (content: PageContent) => void;
  readonly explanations: Explanations | undefined;
  /** Draws what stands beside the picture. */
  readonly beside: (parts: Beside) => ReactNode;
}

/** A page: its picture, and beside it what was read. Scrolling draws only the rows that come. */
export const PageRow = memo(function PageRow(props: RowProps): ReactNode {
  const { store, outline, number, layout, settings, sideways, onContent } = props;
  const { value: content, problem } = usePage(store, number, outline !== undefined && !outline.failed);
  useEffect(() => {
    if (content) onContent(content);
  }, [content, onContent]);
  const { width, height, scale } = layout.of(outline);
  const message = content === undefined ? waitingFor(outline, problem) : undefined;
  return (
    <>
      <Caption number={number} outline={outline} content={content} />
      <div className={classes["columns"]} style={{ gridTemplateColumns: columnsOf(layout, settings) }}>
        {settings.panes !== "text" && (
          <Sideways
            label={`Picture of page ${number}`}
            className={classes["picture"]}
            shows={outline}
            scroll={sideways.picture}
          >
            {outline === undefined || outline.failed ? (
              <div style={{ height: height * scale, width: width * scale }} className={classes["sheet"]} />
            ) : (
              <PagePicture
                {...props}
                outline={outline}
                content={content}
                size={{ width, height }}
                scale={scale}
              />
            )}
          </Sideways>
        )}
        {settings.panes !== "picture" && (
          <Sideways
            label={`Text of page ${number}`}
            className={classes["words"]}
            shows={content === undefined ? problem : props.beside}
            scroll={sideways.text}
          >
            {message ?? (content && <Read {...props} content={content} />)}
          </Sideways>
        )}
      </div>
    </>
  );
});

function Read({
  content,
  layout,
  beside,
  ...props
}: RowProps & { readonly content: PageContent }): ReactNode {
  if (content.text === null)
    return (
      <Text p="md" c="var(--ink-faint)">
        The text is no longer available; only the places of its lines are kept.
      </Text>
    );
  return beside({ ...props, content, width: layout.text });
}

function Caption({
  number,
  outline,
  content,
}: {
  readonly number: number;
  readonly outline: PageOutline | undefined;
  readonly content: PageContent | undefined;
}): ReactNode {
  return (
    <div className={classes["caption"]}>
      <span>Page {number}</span>
      {outline && !outline.failed && <span title={howItWasRead(content)}>{factsOf(outline, content)}</span>}
      {outline && !outline.failed && outline.message !== "" && (
        <Text size="xs" truncate title={outline.message}>
          {outline.message}
        </Text>
      )}
    </div>
  );
}

function factsOf({ textSource, width, height, seconds }: PageOutline, content?: PageContent): string {
  const size = width === null || height === null ? "" : `${Math.round(width)} × ${Math.round(height)} pt`;
  const rotation = content === undefined || content.rotation === 0 ? "" : `rotated by ${content.rotation}°`;
  const took = `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  return [SOURCES[textSource] ?? "", size, rotation, took].filter((fact) => fact !== "").join(" · ");
}

function howItWasRead(content: PageContent | undefined): string | undefined {
  return content && `Engine: ${content.engine}. ${content.reason}`;
}

const SOURCES: Readonly<Record<string, string>> = {
  NATIVE: "embedded text",
  OCR: "recognised text",
  MIXED: "embedded and recognised text",
  NONE: "no text",
};

/** What is shown until the content of a page is there. */
function waitingFor(outline: PageOutline | undefined, problem: string | undefined): ReactNode {
  if (outline === undefined)
    return (
      <Text p="md" c="var(--ink-faint)">
        This page is being read.
      </Text>
    );
  if (outline.failed)
    return (
      <Alert color="red" title="This page could not be read">
        {outline.message}
      </Alert>
    );
  if (problem !== undefined)
    return (
      <Alert color="red" title="This page could not be loaded">
        {problem}
      </Alert>
    );
  return <Skeleton height={320} radius={0} />;
}
