import { Alert, CloseButton, Group, Progress, Text } from "@mantine/core";
import { useSyncExternalStore, type ReactNode } from "react";

import { currentSubmissions, dismiss, onSubmissionsChange } from "./submissions.ts";

/** Of hundreds of documents, only the first ones move. */
const SHOWN_UPLOADS = 4;

/** Documents that are being uploaded, and those that were refused. */
export function SubmissionList(): ReactNode {
  const submissions = useSyncExternalStore(onSubmissionsChange, currentSubmissions);
  const uploads = submissions.filter(({ problem }) => problem === undefined);
  const refused = submissions.filter(({ problem }) => problem !== undefined);
  const more = uploads.length - SHOWN_UPLOADS;
  return (
    <div aria-live="polite">
      {[...refused, ...uploads.slice(0, SHOWN_UPLOADS)].map(({ key, name, done, problem }) =>
        problem === undefined ? (
          <Group key={key} gap="sm" wrap="nowrap" py={4}>
            <Text dir="auto" ta="left" truncate>
              {name}
            </Text>
            <Progress value={100 * done} w={160} size="sm" aria-label={`Uploading ${name}`} />
            <Text c="var(--ink-faint)">{Math.round(100 * done)} %</Text>
          </Group>
        ) : (
          <Alert key={key} color="red" variant="light" my={4} title={`${name} was not accepted`}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              {problem}
              <CloseButton aria-label={`Dismiss ${name}`} onClick={() => dismiss(key)} />
            </Group>
          </Alert>
        ),
      )}
      {more > 0 && (
        <Text c="var(--ink-faint)" py={4}>
          {more.toLocaleString("en")} more {more === 1 ? "waits" : "wait"}
        </Text>
      )}
    </div>
  );
}
