import { createRootRoute, createRoute } from "@tanstack/react-router";

import { ErrorScreen } from "../parts/error-screen.tsx";
import { NotFoundScreen } from "../parts/not-found-screen.tsx";
import { Frame } from "./frame.tsx";

export const rootRoute = createRootRoute({ errorComponent: ErrorScreen, notFoundComponent: NotFoundScreen });

/** All screens behind sign-in. */
export const frameRoute = createRoute({ getParentRoute: () => rootRoute, id: "frame", component: Frame });
