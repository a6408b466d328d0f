import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { rootRoute } from "../frame/routes.ts";

export const signInRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/sign-in",
    validateSearch: ({ returnTo }: Record<string, unknown>): { returnTo?: string } =>
      typeof returnTo === "string" && isOwnPath(returnTo) ? { returnTo } : {},
    component: lazyRouteComponent(() => import("./sign-in-screen.tsx"), "SignInScreen"),
  }),
] as const;

/** Keeps a crafted link from leading to another site after sign-in. */
function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}
