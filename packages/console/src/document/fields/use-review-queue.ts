import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { ask } from "../../api/uncached.ts";
import type { ReviewQueueQuery } from "../../generated/graphql.ts";
import { prefetchDocument } from "../model/prefetch-document.ts";
import { REVIEW_QUEUE } from "./field-queries.ts";
import { placeOfPart } from "./places.ts";
import { prefetchFields } from "./use-document-fields.ts";

type QueuedPart = ReviewQueueQuery["documentFields"]["nodes"][number];

export interface ReviewQueue {
  /** Whether the document is reviewed as part of a queue. */
  readonly isOpen: boolean;
  /** Shows the next document, or the table if there is none. */
  readonly next: () => Promise<void>;
  /** The same, and sends the review of this one; before the table, it is waited for. */
  readonly leave: (review: () => Promise<boolean>) => Promise<void>;
}

/** A document whose review is on its way still waits in the queue of the service. */
let lastReview: Promise<unknown> = Promise.resolve();

/** The documents of a schema that wait for a reviewer. The one after this is loaded while this one is reviewed. */
export function useReviewQueue(
  { id, part }: { readonly id: string; readonly part: number },
  schema: string | undefined,
  isOpen: boolean,
): ReviewQueue {
  const navigate = useNavigate();
  const following = useRef<Promise<QueuedPart | undefined>>(undefined);
  useEffect(() => {
    if (!isOpen || schema === undefined) return;
    // Without a queue, the next document is the table.
    following.current = loadedAfter({ id, part }, schema).catch(() => undefined);
  }, [id, part, schema, isOpen]);
  const show = async (queued: QueuedPart | undefined): Promise<void> => {
    if (schema === undefined) return;
    if (queued === undefined) await navigate({ to: "/fields", search: { schema } });
    else
      await navigate({
        to: "/documents/$id",
        params: { id: queued.job.id },
        search: { show: "fields", schema, review: true, ...placeOfPart(queued) },
      });
  };
  return {
    isOpen,
    next: async () => show(await following.current),
    async leave(review) {
      const queued = await following.current;
      if (queued === undefined) {
        if (await review()) await show(undefined);
        return;
      }
      // Sent once the next document is shown, so that this one is not drawn again before.
      lastReview = show(queued).then(review, review);
      await lastReview;
    },
  };
}

/** The document after another in the queue, of which everything that is shown first is being loaded. */
async function loadedAfter(
  { id, part }: { readonly id: string; readonly part: number },
  schema: string,
): Promise<QueuedPart | undefined> {
  await lastReview;
  const { documentFields } = await ask(REVIEW_QUEUE, { schema });
  const { nodes } = documentFields;
  const at = nodes.findIndex((one) => one.job.id === id && one.part === part);
  const next = nodes[at + 1] ?? nodes.find((_, index) => index !== at);
  if (next === undefined) return undefined;
  prefetchFields(next.job.id, next.part);
  prefetchDocument(next.job.id, next.pages?.first ?? 1);
  return next;
}
