import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { systemSearch } from "./system-search.ts";

export const systemRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/system",
    validateSearch: systemSearch,
    component: lazyRouteComponent(() => import("./system-screen.tsx"), "SystemScreen"),
  }),
] as const;
