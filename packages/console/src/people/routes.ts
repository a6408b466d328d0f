import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/people",
    component: lazyRouteComponent(() => import("./people-screen.tsx"), "PeopleScreen"),
  }),
] as const;
