import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const connectorRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/connectors",
    component: lazyRouteComponent(() => import("./connectors-screen.tsx"), "ConnectorsScreen"),
  }),
] as const;
