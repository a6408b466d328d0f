import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const keyRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/keys",
    component: lazyRouteComponent(() => import("./keys-screen.tsx"), "KeysScreen"),
  }),
] as const;
