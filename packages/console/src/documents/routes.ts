import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { JobStatus } from "../generated/graphql.ts";
import { frameRoute } from "../frame/routes.ts";
import type { DocumentFilter } from "./document-filter.ts";

const STATUSES: readonly JobStatus[] = [
  "ACCEPTED",
  "PROCESSING",
  "PROCESSED",
  "RETRIEVED",
  "FAILED",
  "CANCELLED",
];

export const documentRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/documents",
    validateSearch: ({ status, search, tag, sort }: Record<string, unknown>): DocumentFilter => ({
      ...(Array.isArray(status) ? { status: STATUSES.filter((one) => status.includes(one)) } : {}),
      ...(isText(search) ? { search: String(search) } : {}),
      ...(isText(tag) ? { tag: String(tag) } : {}),
      ...(sort === "name" ? { sort } : {}),
    }),
    component: lazyRouteComponent(() => import("./documents-screen.tsx"), "DocumentsScreen"),
  }),
] as const;

function isText(value: unknown): value is string | number {
  return (typeof value === "string" || typeof value === "number") && value !== "";
}
