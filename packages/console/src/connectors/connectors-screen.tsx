import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function ConnectorsScreen(): ReactNode {
  return <Screen title="Connectors">{null}</Screen>;
}
