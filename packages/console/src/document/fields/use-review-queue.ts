import { useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";

import { ask } from "../../api/uncached.ts";
import { prefetchDocument } from "../model/prefetch-document.ts";
import { REVIEW_QUEUE } from "./field-queries.ts";
import { prefetchFields } from "./use-document-fields.ts";

export interface ReviewQueue {
  /** Whether the document is reviewed as part of a queue. */
  readonly isOpen: boolean;
  /** Shows the next document, or the table if there is none. */
  readonly next: () => void;
}

/** The documents of a schema that wait for a reviewer. The one after this is loaded while this one is reviewed. */
export function useReviewQueue(id: string, schema: string | undefined, isOpen: boolean): ReviewQueue {
  const navigate = useNavigate();
  const [following, setFollowing] = useState<string>();
  useEffect(() => {
    if (!isOpen || schema === undefined) return undefined;
    let wanted = true;
    const load = async (): Promise<void> => {
      const { documentFields } = await ask(REVIEW_QUEUE, { schema });
      if (!wanted) return;
      const ids = documentFields.nodes.map(({ job }) => job.id);
      const next = ids[ids.indexOf(id) + 1] ?? ids.find((one) => one !== id);
      setFollowing(next);
      if (next === undefined) return;
      prefetchFields(next);
      prefetchDocument(next);
    };
    // Without a queue, the next document is the table.
    load().catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [id, schema, isOpen]);
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
        params: { id: following },
        search: { show: "fields", schema, review: true },
      });
    },
  };
}
