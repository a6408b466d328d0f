import { createRoute, lazyRouteComponent } from "@tanstack/react-router";

import { frameRoute } from "../frame/routes.ts";
import { PIPELINE_SORTS, PIPELINE_TABS, type PipelineListSearch, type PipelineTab } from "./addresses.ts";
import { STEPS, type Step } from "./wizard/steps.ts";

export const pipelineRoutes = [
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/pipelines",
    validateSearch: ({ q, sort }: Record<string, unknown>): PipelineListSearch => {
      const known = PIPELINE_SORTS.find((one) => one === sort);
      return { ...(typeof q === "string" && q !== "" && { q }), ...(known && { sort: known }) };
    },
    component: lazyRouteComponent(() => import("./pipelines-screen.tsx"), "PipelinesScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/pipelines/new",
    validateSearch: ({ step }: Record<string, unknown>): { readonly step?: Step } => {
      const known = STEPS.find((one) => one === step);
      return known === undefined ? {} : { step: known };
    },
    component: lazyRouteComponent(() => import("./wizard/wizard-screen.tsx"), "WizardScreen"),
  }),
  createRoute({
    getParentRoute: () => frameRoute,
    path: "/pipelines/$pipelineId",
    validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: PipelineTab } => {
      const known = PIPELINE_TABS.find((one) => one === tab);
      return known === undefined ? {} : { tab: known };
    },
    component: lazyRouteComponent(() => import("./pipeline-screen.tsx"), "PipelineScreen"),
  }),
] as const;
