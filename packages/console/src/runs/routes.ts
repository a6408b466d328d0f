import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { FILE_FILTERS, type FileFilter } from "./file-filters.ts";

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
