import { Alert, Button, Group, Tabs, Text } from "@mantine/core";
import { IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery, useSubscription } from "urql";

import type { RunQuery } from "../generated/graphql.ts";
import { ApiError, codeOf } from "../parts/api-error.tsx";
import { TextLink } from "../parts/links.ts";
import { NotFoundScreen } from "../frame/not-found-screen.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { Screen } from "../parts/screen.tsx";
import { StateBadge } from "../parts/state-badge.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { durationInWords, elapsed } from "./durations.ts";
import { RunFiles } from "./run-files.tsx";
import { CANCEL_RUN, RETRY_FAILED, RUN, RUN_CHANGED } from "./run-queries.ts";
import { isGoingOn, RUN_STATES, TRIGGERS } from "./run-states.ts";
import { RunTimeline } from "./run-timeline.tsx";
import { useRunFiles } from "./use-run-files.ts";

type OneRun = NonNullable<RunQuery["run"]>;

const route = getRouteApi("/frame/runs/$runId");

export function RunScreen(): ReactNode {
  const { runId } = route.useParams();
  const [{ data, error }, reload] = useQuery({
    query: RUN,
    variables: { id: runId },
    requestPolicy: "cache-and-network",
  });
  if (error !== undefined && codeOf(error) === "NOT_FOUND") return <NotFoundScreen />;
  const run = data?.run;
  if (run !== undefined && run !== null) return <LiveRun key={run.id} run={run} />;
  return (
    <Screen title="Run">
      {error === undefined ? (
        <TableSkeleton />
      ) : (
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      )}
    </Screen>
  );
}

function LiveRun({ run }: { readonly run: OneRun }): ReactNode {
  const { id, status, pipeline, errorMessage } = run;
  // Each change arrives in the cache, from which the screen is drawn.
  useSubscription({ query: RUN_CHANGED, variables: { id }, pause: !isGoingOn(status) });
  const { files: filter } = route.useSearch();
  const navigate = route.useNavigate();
  const files = useRunFiles(run, filter);
  const { state, label } = RUN_STATES[status];
  return (
    <Screen title={`Run of ${pipeline.name}`} actions={pipeline.mayManage && <RunActions run={run} />}>
      <Group gap="md">
        <StateBadge state={state} label={label} />
        <TextLink to="/pipelines/$pipelineId" params={{ pipelineId: pipeline.id }}>
          {pipeline.name}
        </TextLink>
        <Facts run={run} />
      </Group>
      {errorMessage !== "" && (
        <Alert color={state === "partly" ? "yellow" : "red"} title={label}>
          {errorMessage}
        </Alert>
      )}
      <Tabs defaultValue="files" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="files">Files</Tabs.Tab>
          <Tabs.Tab value="timeline">What took how long</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="files">
          <RunFiles
            run={run}
            files={files}
            filter={filter}
            mayManage={pipeline.mayManage}
            onFilter={(chosen) => void navigate({ search: chosen === undefined ? {} : { files: chosen } })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          <RunTimeline run={run} files={files.nodes} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function Facts({
  run: { trigger, createdAt, startedAt, finishedAt, retries, status },
}: {
  readonly run: OneRun;
}): ReactNode {
  const took = isGoingOn(status) ? undefined : elapsed(startedAt, finishedAt);
  return (
    <Text c="var(--ink-faint)" component="div">
      {TRIGGERS[trigger]} · <RelativeTime at={createdAt} />
      {took !== undefined && ` · took ${durationInWords(took)}`}
      {retries > 0 && ` · retried ${retries === 1 ? "once" : `${retries} times`}`}
    </Text>
  );
}

function RunActions({ run: { id, status, failedFiles } }: { readonly run: OneRun }): ReactNode {
  const retry = useAction(RETRY_FAILED);
  const cancel = useAction(CANCEL_RUN, { done: "The run was stopped." });
  if (isGoingOn(status)) {
    return (
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        loading={cancel.busy}
        onClick={() => void cancel.run({ input: { id } })}
      >
        Stop
      </Button>
    );
  }
  if (failedFiles === 0 && status !== "STOPPED") return null;
  return (
    <Button
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={retry.busy}
      onClick={() => void retry.run({ input: { runId: id } })}
    >
      Retry failed
    </Button>
  );
}
