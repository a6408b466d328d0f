import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const keyRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/keys",
    validateSearch: ({ tab }: Record<string, unknown>): { tab?: "tokens" } =>
      tab === "tokens" ? { tab } : {},
    component: lazyRouteComponent(() => import("./keys-screen.tsx"), "KeysScreen"),
  }),
] as const;
