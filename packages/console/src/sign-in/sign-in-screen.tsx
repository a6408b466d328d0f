import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";

export function SignInScreen(): ReactNode {
  return <Screen title="Sign in">{null}</Screen>;
}
