import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const accountRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/account",
    component: lazyRouteComponent(() => import("./account-screen.tsx"), "AccountScreen"),
  }),
] as const;
