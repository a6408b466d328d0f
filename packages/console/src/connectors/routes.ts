import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { CONNECTOR_TABS, type ConnectorTab } from "./connector-tabs.ts";

/** What the list of connectors shows. */
export interface ConnectorSearch {
  readonly q?: string;
  readonly mode?: "DATABASE" | "FILE_SYSTEM";
}

export const connectorRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/connectors",
    validateSearch: ({ q, mode }: Record<string, unknown>): ConnectorSearch => ({
      ...(typeof q === "string" && q !== "" && { q }),
      ...((mode === "DATABASE" || mode === "FILE_SYSTEM") && { mode }),
    }),
    component: lazyRouteComponent(() => import("./connectors-screen.tsx"), "ConnectorsScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/connectors/new",
    validateSearch: ({ kind }: Record<string, unknown>): { readonly kind?: string } =>
      typeof kind === "string" ? { kind } : {},
    component: lazyRouteComponent(() => import("./new-connector-screen.tsx"), "NewConnectorScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/connectors/$connectorId",
    validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: ConnectorTab } => {
      const known = CONNECTOR_TABS.find((one) => one === tab);
      return known === undefined ? {} : { tab: known };
    },
    component: lazyRouteComponent(() => import("./connector-screen.tsx"), "ConnectorScreen"),
  }),
] as const;
