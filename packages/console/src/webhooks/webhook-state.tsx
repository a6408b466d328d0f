import type { ReactNode } from "react";

import { StateBadge } from "../parts/state-badge.tsx";

export function WebhookState({ disabledAt }: { readonly disabledAt?: string | null | undefined }): ReactNode {
  return disabledAt ? (
    <StateBadge state="failed" label="Disabled by its target" />
  ) : (
    <StateBadge state="done" label="Active" />
  );
}
