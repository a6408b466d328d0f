import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { logSearch } from "./log-search.ts";

export const webhookRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/webhooks",
    component: lazyRouteComponent(() => import("./webhooks-screen.tsx"), "WebhooksScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/webhooks/$name",
    validateSearch: logSearch,
    component: lazyRouteComponent(() => import("./webhook-screen.tsx"), "WebhookScreen"),
  }),
] as const;
