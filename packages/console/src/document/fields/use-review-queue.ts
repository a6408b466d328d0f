import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

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
  readonly next: () => void;
}

/** The documents of a schema that wait for a reviewer. The one after this is loaded while this one is reviewed. */
export function useReviewQueue(
  { id, part }: { readonly id: string; readonly part: number },
  schema: string | undefined,
  isOpen: boolean,
): ReviewQueue {
  const navigate = useNavigate();
  const [following, setFollowing] = useState<QueuedPart>();
  useEffect(() => {
    if (!isOpen || schema === undefined) return undefined;
    let wanted = true;
    const load = async (): Promise<void> => {
      const { documentFields } = await ask(REVIEW_QUEUE, { schema });
      if (!wanted) return;
      const { nodes } = documentFields;
      const at = nodes.findIndex((one) => one.job.id === id && one.part === part);
      const next = nodes[at + 1] ?? nodes.find((_, index) => index !== at);
      setFollowing(next);
      if (next === undefined) return;
      prefetchFields(next.job.id, next.part);
      if (next.job.id !== id) prefetchDocument(next.job.id);
    };
    // Without a queue, the next document is the table.
    load().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [id, part, schema, isOpen]);
  return {
    isOpen,
    next() {
      if (!isOpen || schema === undefined) return;
      if (following === undefined) {
        void navigate({ to: "/fields", search: { schema } });
        return;
      }
      void navigate({
        to: "/documents/$id",
        params: { id: following.job.id },
        search: { show: "fields", schema, review: true, ...placeOfPart(following) },
      });
    },
  };
}
