import { Alert, List, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { messageOf } from "../../parts/api-error.tsx";
import { scheduleInWords } from "../schedule-words.ts";
import { SCHEDULE_PREVIEW } from "./store-queries.ts";

/** A schedule in words, and the next five times in its zone. */
export function NextTimes({
  cron,
  timeZone,
}: {
  readonly cron: string;
  readonly timeZone: string;
}): ReactNode {
  const [asked] = useDebouncedValue(cron, 300);
  const [{ data, error, fetching }] = useQuery({
    query: SCHEDULE_PREVIEW,
    variables: { cron: asked, timeZone },
    requestPolicy: "network-only",
  });
  const words = scheduleInWords(cron);
  const format = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short", timeZone });
  return (
    <Stack gap={4} aria-live="polite" aria-busy={fetching}>
      {words !== undefined && <Text fw={600}>{words}.</Text>}
      {error !== undefined && (
        <Alert color="red" variant="light">
          {messageOf(error)}
        </Alert>
      )}
      {error === undefined && data?.schedulePreview !== undefined && (
        <>
          <Text>The next five times in {timeZone}:</Text>
          <List size="sm">
            {data.schedulePreview.slots.map((slot) => (
              <List.Item key={slot}>{format.format(new Date(slot))}</List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
