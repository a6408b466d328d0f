import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function KeysScreen(): ReactNode {
  return <Screen title="Keys and tokens">{null}</Screen>;
}
