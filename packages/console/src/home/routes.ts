import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const homeRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/",
    component: lazyRouteComponent(() => import("./home-screen.tsx"), "HomeScreen"),
  }),
] as const;
