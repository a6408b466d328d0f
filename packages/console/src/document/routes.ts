import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { RENDITIONS, type DocumentPlace } from "./document-place.ts";

export const viewedDocumentRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/documents/$id",
    validateSearch: ({
      page,
      line,
      show,
      schema,
      part,
      review,
      compare,
    }: Record<string, unknown>): DocumentPlace => {
      const rendition = RENDITIONS.find((one) => one === show);
      return {
        ...(isCount(page) ? { page } : {}),
        ...(isCount(line) ? { line } : {}),
        ...(rendition === undefined ? {} : { show: rendition }),
        ...(typeof schema === "string" ? { schema } : {}),
        ...(isCount(part) ? { part } : {}),
        ...(review === true ? { review } : {}),
        ...(typeof compare === "string" ? { compare } : {}),
      };
    },
    component: lazyRouteComponent(() => import("./document-screen.tsx"), "DocumentScreen"),
  }),
] as const;

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}
