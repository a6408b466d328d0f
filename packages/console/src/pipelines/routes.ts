import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const pipelineRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/pipelines",
    component: lazyRouteComponent(() => import("./pipelines-screen.tsx"), "PipelinesScreen"),
  }),
] as const;
