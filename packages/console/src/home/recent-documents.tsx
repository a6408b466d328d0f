import { Anchor, Group, Skeleton, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { nameOf, type JobRow } from "../documents/live/job-row.ts";
import { JobProgress, JobState } from "../documents/live/job-state.tsx";
import { useJobChanges, useJobDeletions } from "../documents/live/live-jobs-context.tsx";
import { ApiError } from "../parts/api-error.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import classes from "./home.module.css";

const SHOWN = 10;

const RECENT = graphql(`
  query RecentDocuments {
    jobs(first: 10) {
      nodes {
        ...JobRow
      }
    }
  }
`);

/** The last documents of the organization with their state as it changes. */
export function RecentDocuments(): ReactNode {
  const [{ data, error, fetching }, reload] = useQuery({ query: RECENT, requestPolicy: "network-only" });
  const [changed, setChanged] = useState<ReadonlyMap<string, JobRow>>(new Map());
  useJobChanges(
    (jobs) => setChanged((before) => new Map([...before, ...jobs.map((job) => [job.id, job] as const)])),
    () => reload({ requestPolicy: "network-only" }),
  );
  const [deleted, setDeleted] = useState<ReadonlySet<string>>(new Set());
  useJobDeletions(
    (id) => setDeleted((before) => new Set([...before, id])),
    () => reload({ requestPolicy: "network-only" }),
  );
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  if (data === undefined) return fetching ? <Skeleton height={SHOWN * 40} /> : null;
  const shown = latest(data.jobs.nodes, changed, deleted);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <Group justify="space-between" mb={6}>
        <Title order={2} id="recent">
          Recent documents
        </Title>
        <Anchor component={Link} to="/documents">
          All documents
        </Anchor>
      </Group>
      <ul className={classes["list"]}>
        {shown.map((job) => (
          <li key={job.id}>
            <Link to="/documents/$id" params={{ id: job.id }} className={classes["row"] ?? ""}>
              <Text dir="auto" ta="left" truncate title={nameOf(job)}>
                {nameOf(job)}
              </Text>
              <JobState job={job} />
              <JobProgress job={job} />
              <Text size="sm" c="var(--ink-faint)" ta="right">
                <RelativeTime at={job.submittedAt} />
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Newest first; a document that was submitted meanwhile comes on top. */
function latest(
  loaded: readonly JobRow[],
  changed: ReadonlyMap<string, JobRow>,
  deleted: ReadonlySet<string>,
): readonly JobRow[] {
  const all = new Map([...loaded.map((job) => [job.id, job] as const), ...changed]);
  return [...all.values()]
    .filter(({ id }) => !deleted.has(id))
    .toSorted((one, other) => other.submittedAt.localeCompare(one.submittedAt))
    .slice(0, SHOWN);
}
