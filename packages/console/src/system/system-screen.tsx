import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function SystemScreen(): ReactNode {
  return <Screen title="System">{null}</Screen>;
}
