import { createRootRoute, createRoute } from "@tanstack/react-router";

import { ErrorScreen } from "./error-screen.tsx";
import { NotFoundScreen } from "./not-found-screen.tsx";
import { Frame } from "./frame.tsx";

export const rootRoute = createRootRoute({ errorComponent: ErrorScreen, notFoundComponent: NotFoundScreen });

/** All screens behind sign-in. */
export const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: "frame", component: Frame });

/** An unknown address keeps the navigation. */
export const unknownRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: "$",
  component: NotFoundScreen,
});
