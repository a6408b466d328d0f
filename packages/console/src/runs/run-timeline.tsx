import { Text } from "@mantine/core";
import { Fragment, type ReactNode } from "react";

import { durationInWords } from "./durations.ts";
import type { RunFileRecord, RunRecord } from "./run-queries.ts";
import { FILE_STATES } from "./run-states.ts";
import classes from "./runs.module.css";

interface Span {
  readonly id: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly result: string;
}

/** When the run and each of its files began and ended, on one scale. */
export function RunTimeline({
  run,
  files,
}: {
  readonly run: RunRecord;
  readonly files: readonly RunFileRecord[];
}): ReactNode {
  const spans = [...spansOfRun(run), ...files.flatMap((file) => spanOfFile(file))];
  const from = Math.min(...spans.map((span) => span.from));
  const length = Math.max(1, Math.max(...spans.map((span) => span.to)) - from);
  if (spans.length === 0) return <Text>The run has not started yet.</Text>;
  return (
    <dl className={classes["timeline"]}>
      {spans.map((span) => (
        <Fragment key={span.id}>
          <dt dir="auto" title={span.name}>
            {span.name}
          </dt>
          <dd className={classes["lane"]} aria-hidden>
            <span
              className={classes["span"]}
              data-result={span.result}
              style={{
                left: `${((span.from - from) / length) * 100}%`,
                width: `${((span.to - span.from) / length) * 100}%`,
              }}
            />
          </dd>
          <dd>{durationInWords(span.to - span.from)}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** A retried run began again later than it was asked for: only its last start is known. */
function spansOfRun({ createdAt, startedAt, finishedAt, retries }: RunRecord): readonly Span[] {
  if (startedAt === null) return [];
  const start = Date.parse(startedAt);
  const whole = { id: "run", name: "The whole run", from: start, to: timeOf(finishedAt), result: "running" };
  if (retries > 0) return [whole];
  const waiting = { id: "waiting", name: "Waiting to start", from: Date.parse(createdAt), to: start };
  return [{ ...waiting, result: "queued" }, whole];
}

function spanOfFile({ id, path, status, startedAt, finishedAt }: RunFileRecord): readonly Span[] {
  if (startedAt === null) return [];
  const { state } = FILE_STATES[status];
  return [{ id, name: path, from: Date.parse(startedAt), to: timeOf(finishedAt), result: state }];
}

function timeOf(at: string | null): number {
  return at === null ? Date.now() : Date.parse(at);
}
