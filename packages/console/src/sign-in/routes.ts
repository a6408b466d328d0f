import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { rootRoute } from "../frame/routes.ts";

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    validateSearch: ({ returnTo }: Record<string, unknown>) =>
      typeof returnTo === "string" ? { returnTo } : {},
    component: lazyRouteComponent(() => import("./sign-in-screen.tsx"), "SignInScreen"),
  }),
] as const;
