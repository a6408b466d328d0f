import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const documentRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/documents",
    component: lazyRouteComponent(() => import("./documents-screen.tsx"), "DocumentsScreen"),
  }),
] as const;
