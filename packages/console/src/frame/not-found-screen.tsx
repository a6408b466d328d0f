import { useEffect, type ReactNode } from "react";

import { EmptyState } from "../parts/empty-state.tsx";
import { TextLink } from "../parts/links.ts";

export function NotFoundScreen(): ReactNode {
  useEffect(() => {
    document.title = "Not found · Galley";
  }, []);
  return (
    <EmptyState
      order={1}
      title="There is nothing at this address"
      action={<TextLink to="/">Go to Home</TextLink>}
    >
      The record may have been deleted, or it belongs to another organization.
    </EmptyState>
  );
}
