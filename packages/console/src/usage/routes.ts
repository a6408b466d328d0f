import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { isPeriod, type Period } from "./periods.ts";

export const usageRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/usage",
    validateSearch: ({ period, tag }: Record<string, unknown>): { period?: Period; tag?: string } => ({
      ...(isPeriod(period) && { period }),
      ...(typeof tag === "string" && tag !== "" && { tag }),
    }),
    component: lazyRouteComponent(() => import("./usage-screen.tsx"), "UsageScreen"),
  }),
] as const;
