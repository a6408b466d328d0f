import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const usageRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/usage",
    component: lazyRouteComponent(() => import("./usage-screen.tsx"), "UsageScreen"),
  }),
] as const;
