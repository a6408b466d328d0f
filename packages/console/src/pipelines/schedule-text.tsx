import { Text } from "@mantine/core";
import type { ReactNode } from "react";

import { RelativeTime } from "../parts/relative-time.tsx";
import { scheduleInWords } from "./schedule-words.ts";

/** When a pipeline runs, in words, with the next time. */
export function ScheduleText({
  cron,
  timeZone,
  nextRunAt,
}: {
  readonly cron: string | null;
  readonly timeZone: string;
  readonly nextRunAt: string | null;
}): ReactNode {
  if (cron === null || cron === "") return <Text c="var(--ink-faint)">By hand</Text>;
  return (
    <div>
      <Text>
        {scheduleInWords(cron) ?? cron}
        {timeZone !== "UTC" && ` (${timeZone})`}
      </Text>
      {nextRunAt !== null && (
        <Text size="sm" c="var(--ink-faint)" component="div">
          Next <RelativeTime at={nextRunAt} />
        </Text>
      )}
    </div>
  );
}
