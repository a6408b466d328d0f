import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function PeopleScreen(): ReactNode {
  return <Screen title="People">{null}</Screen>;
}
