import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const RENDITIONS = [
  "layout",
  "order",
  "markdown",
  "tables",
  "fields",
  "chunks",
  "json",
  "difference",
] as const;
export type Rendition = (typeof RENDITIONS)[number];

/** A place in a document, as its address has it. */
export interface DocumentPlace {
  readonly page?: number;
  /** Counted from 1 within the page, blank lines included. */
  readonly line?: number;
  readonly show?: Rendition;
  /** Id of another reading of the same document, to compare with. */
  readonly compare?: string;
}

export const viewedDocumentRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/documents/$id",
    validateSearch: ({ page, line, show, compare }: Record<string, unknown>): DocumentPlace => {
      const rendition = RENDITIONS.find((one) => one === show);
      return {
        ...(isCount(page) ? { page } : {}),
        ...(isCount(line) ? { line } : {}),
        ...(rendition === undefined ? {} : { show: rendition }),
        ...(typeof compare === "string" ? { compare } : {}),
      };
    },
    component: lazyRouteComponent(() => import("./document-screen.tsx"), "DocumentScreen"),
  }),
] as const;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
