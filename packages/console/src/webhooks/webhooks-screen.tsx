import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function WebhooksScreen(): ReactNode {
  return <Screen title="Webhooks">{null}</Screen>;
}
