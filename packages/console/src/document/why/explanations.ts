import { useCallback, useSyncExternalStore } from "react";

import { graphql } from "../../api/graphql.ts";
import { ask } from "../../api/uncached.ts";
import type { PageReasonsQuery } from "../../generated/graphql.ts";
import { reasonOf } from "../../parts/api-error.tsx";

const EXPLANATION = graphql(`
  query PageReasons($id: ID!, $page: PositiveInt!) {
    job(id: $id) {
      explanation(page: $page) {
        page
        omitted
        regions {
          key
          kind
          level
          text
          box {
            x0
            y0
            x1
            y1
          }
          parts {
            x0
            y0
            x1
            y1
          }
        }
        decisions {
          key
          question
          accepted
          outcome
          region
          score
          threshold
          box {
            x0
            y0
            x1
            y1
          }
          reasons {
            fact
            value
            limit
            weight
          }
        }
      }
    }
  }
`);

type Explanation = NonNullable<NonNullable<PageReasonsQuery["job"]>["explanation"]>;
export type Region = Explanation["regions"][number];
export type Decision = Explanation["decisions"][number];

export type ExplanationState =
  | { readonly kind: "loading" }
  | { readonly kind: "problem"; readonly problem: string }
  | {
      readonly kind: "explained";
      readonly explanation: Explanation;
      /** The key of the region whose decisions are shown; undefined for all. */
      readonly chosen: string | undefined;
    };

/** Why the pages of a document came out as they did: each page is read again when it is first shown. */
export interface Explanations {
  readonly of: (page: number) => ExplanationState | undefined;
  readonly load: (page: number) => void;
  readonly choose: (page: number, region: string | undefined) => void;
  readonly listen: (changed: () => void) => () => void;
}

export function createExplanations(id: string): Explanations {
  const states = new Map<number, ExplanationState>();
  const listeners = new Set<() => void>();
  const put = (page: number, state: ExplanationState): void => {
    states.set(page, state);
    for (const listener of listeners) listener();
  };
  const read = async (page: number): Promise<ExplanationState> => {
    try {
      const { job } = await ask(EXPLANATION, { id, page });
      const explanation = job?.explanation;
      if (!explanation) return { kind: "problem", problem: "The document was not found." };
      return { kind: "explained", explanation, chosen: undefined };
    } catch (error) {
      return { kind: "problem", problem: reasonOf(error) };
    }
  };
  return {
    of: (page) => states.get(page),
    load(page) {
      if (states.get(page)?.kind === "loading") return;
      put(page, { kind: "loading" });
      void read(page).then((state) => put(page, state));
    },
    choose(page, region) {
      const state = states.get(page);
      if (state?.kind === "explained") put(page, { ...state, chosen: region });
    },
    listen(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

/** What is known about a page; undefined before it is loaded. */
export function useExplanation(
  explanations: Explanations | undefined,
  page: number,
): ExplanationState | undefined {
  const listen = useCallback(
    (changed: () => void) => explanations?.listen(changed) ?? (() => undefined),
    [explanations],
  );
  return useSyncExternalStore(listen, () => explanations?.of(page));
}

/** The region at a point of the page; the smallest one if several overlap. */
export function regionAt(regions: readonly Region[], x: number, y: number): Region | undefined {
  const area = ({ box }: Region): number => (box.x1 - box.x0) * (box.y1 - box.y0);
  return regions
    .filter(({ box }) => x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1)
    .toSorted((one, other) => area(one) - area(other))[0];
}
