import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function PipelinesScreen(): ReactNode {
  return <Screen title="Pipelines">{null}</Screen>;
}
