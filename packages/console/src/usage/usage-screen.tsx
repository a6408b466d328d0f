import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function UsageScreen(): ReactNode {
  return <Screen title="Usage">{null}</Screen>;
}
