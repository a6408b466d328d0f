import { createRouter } from "@tanstack/react-router";

import { accountRoutes } from "./account/routes.ts";
import { connectorRoutes } from "./connectors/routes.ts";
import { viewedDocumentRoutes } from "./document/routes.ts";
import { documentRoutes } from "./documents/routes.ts";
import { fieldsRoutes } from "./fields/routes.ts";
import { frameRoute, rootRoute, unknownRoute } from "./frame/routes.ts";
import { homeRoutes } from "./home/routes.ts";
import { keyRoutes } from "./keys/routes.ts";
import { peopleRoutes } from "./people/routes.ts";
import { pipelineRoutes } from "./pipelines/routes.ts";
import { runRoutes } from "./runs/routes.ts";
import { signInRoutes } from "./sign-in/routes.ts";
import { systemRoutes } from "./system/routes.ts";
import { usageRoutes } from "./usage/routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

const framed = frameRoute.addChildren([
  ...homeRoutes,
  ...documentRoutes,
  ...viewedDocumentRoutes,
  ...fieldsRoutes,
  ...pipelineRoutes,
  ...runRoutes,
  ...connectorRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...usageRoutes,
  ...peopleRoutes,
  ...systemRoutes,
  ...accountRoutes,
  unknownRoute,
]);

export const router = createRouter({
  routeTree: rootRoute.addChildren([framed, ...signInRoutes]),
  basepath: "/console",
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
