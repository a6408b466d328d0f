import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const FILE_FILTERS = ["failed", "done", "skipped", "waiting"] as const;
export type FileFilter = (typeof FILE_FILTERS)[number];

export const runRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/runs/$runId",
    validateSearch: ({ files }: Record<string, unknown>): { readonly files?: FileFilter } => {
      const known = FILE_FILTERS.find((one) => one === files);
      return known === undefined ? {} : { files: known };
    },
    component: lazyRouteComponent(() => import("./run-screen.tsx"), "RunScreen"),
  }),
] as const;
