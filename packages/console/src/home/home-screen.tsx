import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

import { useMay } from "../frame/viewer.ts";
import { Screen } from "../parts/screen.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { RecentDocuments } from "./recent-documents.tsx";
import { TablesOfDocuments } from "./tables-of-documents.tsx";
import { SubmitArea } from "./submit-area.tsx";

/** Submits documents and shows the latest ones. */
export function HomeScreen(): ReactNode {
  const submits = useMay("SUBMIT_DOCUMENTS");
  return (
    <Screen title="Home">
      <Stack gap="xl">
        {submits && <SubmitArea />}
        {submits && <TablesOfDocuments />}
        <FirstSteps />
        <RecentDocuments />
      </Stack>
    </Screen>
  );
}
