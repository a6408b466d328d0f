import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { Screen } from "../parts/screen.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { RecentDocuments } from "./recent-documents.tsx";
import { SubmitArea } from "./submit-area.tsx";

/** Submits documents and shows the latest ones. */
export function HomeScreen(): ReactNode {
  return (
    <Screen title="Home">
      <Stack gap="xl">
        <SubmitArea />
        <FirstSteps />
        <RecentDocuments />
      </Stack>
    </Screen>
  );
}
