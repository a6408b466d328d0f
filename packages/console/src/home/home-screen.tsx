import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function HomeScreen(): ReactNode {
  return <Screen title="Home">{null}</Screen>;
}
