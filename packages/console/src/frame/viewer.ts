import { createContext, use } from "react";

import { graphql } from "../api/graphql.ts";
import type { Permission, ViewerQuery } from "../generated/graphql.ts";

export const VIEWER = graphql(`
  query Viewer {
    viewer {
      kind
      role
      tier
      permissions
      user {
        id
        name
        email
      }
      organization {
        id
        slug
      }
    }
  }
`);

export type Viewer = ViewerQuery["viewer"];

export const ViewerContext = createContext<Viewer | undefined>(undefined);

/** The signed-in caller. Only screens inside the frame have one. */
export function useViewer(): Viewer {
  const viewer = use(ViewerContext);
  if (viewer === undefined) throw new Error("useViewer is called outside the frame.");
  return viewer;
}

/** Whether the caller may do something; the API decides, the console only hides what it would refuse. */
export function useMay(permission: Permission): boolean {
  return useViewer().permissions.includes(permission);
}

/** Whether the caller manages the organization; the API decides, the console only hides what it would refuse. */
export function useIsManager(): boolean {
  return useViewer().role === "MANAGER";
}
