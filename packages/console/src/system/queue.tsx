import { Box, SimpleGrid, Skeleton, Text } from "@mantine/core";
import { lazy, Suspense, type ReactNode } from "react";

import { durationInWords } from "../runs/durations.ts";
import type { SystemState } from "./system-queries.ts";

const QueueChart = lazy(() => import("./queue-chart.tsx").then((module) => ({ default: module.QueueChart })));

/** The queue now, and as lines over the last hour. */
export function Queue({
  system: { queue, queueSamples, shared },
}: {
  readonly system: Pick<SystemState, "queue" | "queueSamples" | "shared">;
}): ReactNode {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl">
      <Figure
        name="Waiting documents"
        now={queue.waiting}
        samples={shared ? undefined : queueSamples.map(({ waiting }) => waiting)}
        inWords={(count) => count.toLocaleString("en")}
      />
      <Figure
        name="Oldest has waited"
        now={queue.oldestSeconds}
        samples={shared ? undefined : queueSamples.map(({ oldestSeconds }) => oldestSeconds)}
        inWords={waitInWords}
      />
    </SimpleGrid>
  );
}

function Figure({
  name,
  now,
  samples,
  inWords,
}: {
  readonly name: string;
  readonly now: number;
  /** Undefined if only the present is known. */
  readonly samples: readonly number[] | undefined;
  readonly inWords: (value: number) => string;
}): ReactNode {
  return (
    <Box>
      <Text c="var(--ink-faint)">{name}</Text>
      <Text fz={28} fw={650}>
        {inWords(now)}
      </Text>
      {samples !== undefined && (
        <>
          <Suspense fallback={<Skeleton h={56} />}>
            <QueueChart values={[...samples, now]} />
          </Suspense>
          <Text size="sm" c="var(--ink-faint)">
            At most {inWords(Math.max(now, ...samples))} in the last hour
          </Text>
        </>
      )}
    </Box>
  );
}

function waitInWords(seconds: number): string {
  return seconds === 0 ? "0 s" : durationInWords(seconds * 1000);
}
