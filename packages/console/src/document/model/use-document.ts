import { useEffect, useState } from "react";
import { useClient, type CombinedError } from "urql";

import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import { isSettled } from "../../documents/live/job-row.ts";
import type {
  DocumentOutlineQuery,
  OutlinePageFragment,
  ViewedJobFragment,
} from "../../generated/graphql.ts";
import { Ahead } from "./ahead.ts";
import type { PageOutline } from "./viewed-document.ts";

graphql(`
  fragment ViewedJob on Job {
    ...JobRow
    handle
    outputMode
    options {
      mode
      pages
      lang
      pageSeparator
    }
    file {
      sha256
    }
  }
`);

graphql(`
  fragment OutlinePage on Page {
    number
    status
    message
    width
    height
    seconds
    textSource
  }
`);

const OUTLINE = graphql(`
  query DocumentOutline($id: ID!, $first: PositiveInt!, $after: String) {
    job(id: $id) {
      ...ViewedJob
      pages(first: $first, after: $after) {
        nodes {
          ...OutlinePage
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);

const CHANGES = graphql(`
  subscription DocumentChanges($id: ID!) {
    jobChanged(id: $id) {
      job {
        ...ViewedJob
      }
      page {
        ...OutlinePage
      }
    }
  }
`);

/** The first pages are shown before the rest are known. */
const FIRST_PAGES = 10;
const MORE_PAGES = 100;

export type ViewedJob = ViewedJobFragment;

/** The id belongs to no document that the caller can see. */
export class MissingDocument extends Error {}

export interface DocumentState {
  /** Undefined until it is loaded. */
  readonly job: ViewedJob | undefined;
  /** The pages that are finished, by number. */
  readonly pages: ReadonlyMap<number, PageOutline>;
  readonly error: CombinedError | Error | undefined;
}

const NOTHING: DocumentState = { job: undefined, pages: new Map(), error: undefined };

/** A document and its pages as they are finished. */
export function useDocument(id: string): DocumentState & { readonly reload: () => void } {
  const client = useClient();
  const [{ of, state }, setShown] = useState(() => ({ of: id, state: begunState(id) }));
  const [loads, setLoads] = useState(0);
  const setState = (change: (before: DocumentState) => DocumentState): void =>
    setShown((before) => ({ of: id, state: change(before.of === id ? before.state : NOTHING) }));
  useEffect(() => {
    // Before its outline is taken: meanwhile nothing else would be shown.
    const begun = begunState(id);
    setShown((before) => (before.of === id ? before : { of: id, state: begun }));
    let wanted = true;
    let changes: { readonly unsubscribe: () => void } | undefined;
    const add = (job: ViewedJob, pages: readonly OutlinePageFragment[]): void => {
      if (wanted) setState((before) => withPages(before, job, pages));
    };
    const begin = async (): Promise<void> => {
      const job = await loadOutline(id, add, () => wanted);
      if (!wanted || job === undefined || isSettled(job)) return;
      changes = client.subscription(CHANGES, { id }).subscribe(({ data }) => {
        if (data) add(data.jobChanged.job, data.jobChanged.page ? [data.jobChanged.page] : []);
      });
    };
    begin().catch((error: unknown) => {
      if (wanted && error instanceof Error) setState((before) => ({ ...before, error }));
    });
    return () => {
      wanted = false;
      changes?.unsubscribe();
    };
  }, [client, id, loads]);
  const reload = (): void => {
    setState((before) => ({ ...before, error: undefined }));
    setLoads((times) => times + 1);
  };
  // What is kept may be that of the document before.
  return { ...(of === id ? state : begunState(id)), reload };
}

/** What was loaded ahead. */
function begunState(id: string): DocumentState {
  const job = ahead.ready(id)?.job;
  return job ? withPages(NOTHING, job, job.pages.nodes) : NOTHING;
}

const ahead = new Ahead<DocumentOutlineQuery>();

export function prefetchOutline(id: string): void {
  ahead.begin(id, () => ask(OUTLINE, { id, first: FIRST_PAGES, after: null }));
}

async function loadOutline(
  id: string,
  add: (job: ViewedJob, pages: readonly OutlinePageFragment[]) => void,
  wanted: () => boolean,
): Promise<ViewedJob | undefined> {
  let after: string | null = null;
  let first = FIRST_PAGES;
  for (;;) {
    const begun: Promise<DocumentOutlineQuery> | undefined = after === null ? ahead.take(id) : undefined;
    const { job }: DocumentOutlineQuery = await (begun ?? ask(OUTLINE, { id, first, after }));
    if (!job) throw new MissingDocument();
    add(job, job.pages.nodes);
    after = job.pages.pageInfo.endCursor ?? null;
    if (!job.pages.pageInfo.hasNextPage || after === null || !wanted()) return job;
    first = MORE_PAGES;
  }
}

function withPages(
  before: DocumentState,
  job: ViewedJob,
  pages: readonly OutlinePageFragment[],
): DocumentState {
  const outlines = pages.map((page) => [page.number, { ...page, failed: page.status === "FAILED" }] as const);
  return {
    job,
    error: undefined,
    pages: outlines.length === 0 ? before.pages : new Map([...before.pages, ...outlines]),
  };
}

/** The numbers of the pages to show, ascending: those that are finished, and those that will be. */
export function shownPages({ job, pages }: Pick<DocumentState, "job" | "pages">): readonly number[] {
  const finished = [...pages.keys()].toSorted((one, other) => one - other);
  if (!job || isSettled(job) || job.pageCount === null || job.pagesSelected !== job.pageCount)
    return finished;
  return Array.from({ length: job.pageCount }, (_, index) => index + 1);
}
