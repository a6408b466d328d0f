import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { EmptyState } from "./empty-state.tsx";

export function NotFoundScreen(): ReactNode {
  return (
    <EmptyState
      title="There is nothing at this address"
      action={
        <Anchor component={Link} to="/">
          Go to Home
        </Anchor>
      }
    >
      The record may have been deleted, or it belongs to another organization.
    </EmptyState>
  );
}
