import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function DocumentsScreen(): ReactNode {
  return <Screen title="Documents">{null}</Screen>;
}
