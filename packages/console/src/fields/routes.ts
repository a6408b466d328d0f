import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import type { FieldsStatus } from "../generated/graphql.ts";
import { frameRoute } from "../frame/routes.ts";
import type { FieldsFilter } from "./fields-filter.ts";

const STATUSES: readonly FieldsStatus[] = [
  "WAITING",
  "NEEDS_REVIEW",
  "READY",
  "CONFIRMED",
  "REJECTED",
  "FAILED",
];

export const fieldsRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/fields",
    validateSearch: ({ schema, status, search }: Record<string, unknown>): FieldsFilter => ({
      ...(typeof schema === "string" ? { schema } : {}),
      ...(Array.isArray(status) ? { status: STATUSES.filter((one) => status.includes(one)) } : {}),
      ...(isText(search) ? { search: String(search) } : {}),
    }),
    component: lazyRouteComponent(() => import("./fields-screen.tsx"), "FieldsScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/fields/new",
    validateSearch: ({ from }: Record<string, unknown>): { readonly from?: string } =>
      typeof from === "string" ? { from } : {},
    component: lazyRouteComponent(() => import("./schema-screen.tsx"), "NewSchemaScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/fields/schemas/$name",
    component: lazyRouteComponent(() => import("./schema-screen.tsx"), "SchemaScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/fields/schemas/$name/evaluation",
    validateSearch: ({
      version,
      against,
    }: Record<string, unknown>): { readonly version?: number; readonly against?: number } => ({
      ...(isVersion(version) ? { version } : {}),
      ...(isVersion(against) ? { against } : {}),
    }),
    component: lazyRouteComponent(() => import("./evaluation/evaluation-screen.tsx"), "EvaluationScreen"),
  }),
] as const;

function isVersion(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}

function isText(value: unknown): value is string | number {
  return (typeof value === "string" || typeof value === "number") && value !== "";
}
