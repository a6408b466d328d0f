import { Button, SimpleGrid, Skeleton, Stack, Title, VisuallyHidden } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import { CombinedError } from "urql";

import { nameOf } from "../documents/live/job-row.ts";
import { useMay } from "../frame/viewer.ts";
import { ApiError, codeOf } from "../parts/api-error.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { ButtonLink } from "../parts/links.ts";
import { Screen } from "../parts/screen.tsx";
import { DocumentHead } from "./actions/document-head.tsx";
import { SubmitAgainButton } from "./actions/run-again.tsx";
import { useFieldsView } from "./fields/use-fields-view.tsx";
import { useOtherReading } from "./compare/use-other-reading.ts";
import { graphqlDocument } from "./model/graphql-document.ts";
import {
  MissingDocument,
  shownPages,
  useDocument,
  type DocumentState,
  type ViewedJob,
} from "./model/use-document.ts";
import { isOfPage, PageView } from "./renditions/page-view.tsx";
import { RenditionTabs } from "./renditions/rendition-tabs.tsx";
import { useStructure } from "./renditions/structure-views.tsx";
import { createExplanations } from "./why/explanations.ts";
import { WhyView } from "./why/why-view.tsx";
import { RENDITIONS, type DocumentPlace } from "./document-place.ts";
import { DocumentViewer } from "./viewer/document-viewer.tsx";
import classes from "./viewer/viewer.module.css";

const route = getRouteApi("/frame/documents/$id");

/** A document: its pages beside their text, and everything that can be done with them. */
export function DocumentScreen(): ReactNode {
  const { id } = route.useParams();
  const { part = 1 } = route.useSearch();
  const state = useDocument(id);
  const name = state.job ? nameOf(state.job) : "Document";
  useEffect(() => {
    document.title = `${name} · Galley`;
  }, [name]);
  if (isMissing(state.error)) return <Missing />;
  if (state.error instanceof CombinedError)
    return (
      <Screen title={name}>
        <ApiError error={state.error} retry={state.reload} />
      </Screen>
    );
  if (state.error !== undefined)
    return (
      <EmptyState
        order={1}
        title="This document could not be loaded"
        action={
          <Button variant="default" onClick={state.reload}>
            Try again
          </Button>
        }
      >
        {state.error.message}
      </EmptyState>
    );
  if (!state.job) return <Waiting name={name} />;
  return <Opened key={`${id} ${part}`} job={state.job} state={state} />;
}

function Opened({ job, state }: { readonly job: ViewedJob; readonly state: DocumentState }): ReactNode {
  const place = route.useSearch();
  const navigate = useNavigate();
  const name = nameOf(job);
  const correctable = useMay("CORRECT_TEXTS");
  const [corrections, setCorrections] = useState(0);
  const viewed = useMemo(() => {
    const changed = correctable ? (): void => setCorrections((before) => before + 1) : undefined;
    return graphqlDocument(job.id, { name, changed });
  }, [job.id, name, correctable]);
  const numbers = useMemo(() => shownPages(state), [state]);
  const to = (changes: DocumentPlace): void =>
    void navigate({
      to: "/documents/$id",
      params: { id: job.id },
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  const show = place.show ?? "layout";
  const other = useOtherReading(place.compare);
  const fields = useFieldsView(job.id, place, { isShown: show === "fields", pages: numbers, to });
  const structure = useStructure(job.id, show, corrections);
  const isWhy = show === "why";
  const explanations = useMemo(
    () => (isWhy ? createExplanations(job.id) : undefined),
    // Corrected words change what the reasons are about.
    [isWhy, job.id, corrections],
  );
  return (
    <div className={classes["screen"]}>
      <DocumentHead job={job} />
      {numbers.length === 0 ? (
        <WithoutPages job={job} />
      ) : (
        <DocumentViewer
          document={viewed}
          numbers={numbers}
          outlines={state.pages}
          place={{ page: place.page ?? numbers[0] ?? 1, line: place.line }}
          onPlace={({ page, line }) => to({ page, line })}
          explanations={explanations}
          pick={fields.pick}
          above={fields.head}
          tabs={
            <RenditionTabs
              value={show}
              renditions={RENDITIONS.filter((one) => one !== "difference" || place.compare !== undefined)}
              onChange={(rendition) => to({ show: rendition })}
            />
          }
          beside={(parts) =>
            show === "difference" ? (
              <Suspense>
                <Difference content={parts.content} other={other} />
              </Suspense>
            ) : explanations ? (
              <WhyView explanations={explanations} parts={parts} />
            ) : show === "fields" ? (
              fields.beside(parts)
            ) : isOfPage(show) ? (
              <PageView rendition={show} parts={parts} />
            ) : (
              structure(parts)
            )
          }
        />
      )}
    </div>
  );
}

/** The shape of the document that loads: its head, and a page beside its text. */
function Waiting({ name }: { readonly name: string }): ReactNode {
  return (
    <Stack role="status" aria-busy aria-label="Loading">
      <VisuallyHidden>
        <Title order={1}>{name}</Title>
      </VisuallyHidden>
      <Skeleton height={36} maw={480} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Skeleton height="70vh" />
        <Skeleton height="70vh" visibleFrom="sm" />
      </SimpleGrid>
    </Stack>
  );
}

const Difference = lazy(() =>
  import("./compare/difference.tsx").then(({ Difference: component }) => ({ default: component })),
);

function isMissing(error: DocumentState["error"]): boolean {
  return error instanceof CombinedError ? codeOf(error) === "NOT_FOUND" : error instanceof MissingDocument;
}

function Missing(): ReactNode {
  return (
    <EmptyState
      order={1}
      title="There is no such document"
      action={
        <ButtonLink to="/documents" variant="default">
          All documents
        </ButtonLink>
      }
    >
      It has been deleted, it has expired, or it belongs to another organization. Documents are deleted with
      their texts when their retention ends.
    </EmptyState>
  );
}

function WithoutPages({ job }: { readonly job: ViewedJob }): ReactNode {
  if (job.status === "FAILED")
    return (
      <EmptyState title="This document could not be read" action={<SubmitAgainButton job={job} />}>
        {job.statusMessage}
      </EmptyState>
    );
  if (job.status === "CANCELLED") return <EmptyState title="Cancelled">No page was read before.</EmptyState>;
  return (
    <EmptyState title={job.status === "ACCEPTED" ? "Waiting to be read" : "Being read"}>
      The pages appear here as they are finished.
    </EmptyState>
  );
}
