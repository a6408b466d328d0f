import { Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";
import { Passkeys } from "./passkeys.tsx";
import { Sessions } from "./sessions.tsx";

/** The caller's signed-in browsers and passkeys. */
export function AccountScreen(): ReactNode {
  return (
    <Screen title="Sessions and passkeys">
      <Stack component="section" aria-labelledby="sessions">
        <Title order={2} id="sessions">
          Signed-in browsers
        </Title>
        <Sessions />
      </Stack>
      <Stack component="section" aria-labelledby="passkeys">
        <Title order={2} id="passkeys">
          Passkeys
        </Title>
        <Passkeys />
      </Stack>
    </Screen>
  );
}
