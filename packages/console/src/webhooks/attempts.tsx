import { Code, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";

import { RelativeTime } from "../parts/relative-time.tsx";
import type { AttemptRecord } from "./delivery-queries.ts";
import { attemptInWords } from "./delivery-words.ts";
import classes from "./webhooks.module.css";

/** Each attempt of a delivery: when, how long, and what was sent and answered. */
export function Attempts({
  attempts,
  attemptsMade,
}: {
  readonly attempts: readonly AttemptRecord[];
  readonly attemptsMade: number;
}): ReactNode {
  if (attempts.length === 0) return <Text c="var(--ink-faint)">No attempt was made yet.</Text>;
  return (
    <Stack gap="sm" align="stretch">
      {attemptsMade > attempts.length && (
        <Text c="var(--ink-faint)">
          The latest {attempts.length} of {attemptsMade} attempts
        </Text>
      )}
      {attempts.map((attempt) => (
        <Attempt key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  );
}

function Attempt({ attempt }: { readonly attempt: AttemptRecord }): ReactNode {
  const { number, at, message, request, responseHeaders, answer } = attempt;
  return (
    <section aria-label={`Attempt ${number}`}>
      <Text>
        <b>Attempt {number}</b> · <RelativeTime at={at} /> · {attemptInWords(attempt)}
      </Text>
      {message !== "" && <Text c="var(--fault)">{message}</Text>}
      {request !== null && (
        <details className={classes["fold"]}>
          <summary>Request, {request.bytes.toLocaleString("en")} bytes</summary>
          <Message headers={request.headers} body={request.body} />
        </details>
      )}
      {(answer !== "" || Object.keys(responseHeaders).length > 0) && (
        <details className={classes["fold"]}>
          <summary>Response</summary>
          <Message headers={responseHeaders} body={answer} />
        </details>
      )}
    </section>
  );
}

function Message({
  headers,
  body,
}: {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}): ReactNode {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return (
    <Code block className={classes["message"] ?? ""}>
      {[lines.join("\n"), readable(body)].filter((part) => part !== "").join("\n\n")}
    </Code>
  );
}

/** JSON is indented; a body that was cut off stays as it is. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
