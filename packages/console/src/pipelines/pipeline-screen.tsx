import { Alert, Group, Tabs } from "@mantine/core";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMutation, useQuery } from "urql";

import { ApiError, codeOf, messageOf } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { NotFoundScreen } from "../frame/not-found-screen.tsx";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { SharingPanel } from "../sharing/sharing-panel.tsx";
import { ActiveSwitch } from "./active-switch.tsx";
import { EndPictures } from "./end-pictures.tsx";
import { OutcomeNotifications } from "./notifications/outcome-notifications.tsx";
import { PipelineAddress } from "./pipeline-address.tsx";
import { DELETE_PIPELINE, PIPELINE, SHARE_PIPELINE, type PipelineRecord } from "./pipeline-queries.ts";
import { PipelineRuns } from "./pipeline-runs.tsx";
import { PipelineSettings } from "./pipeline-settings.tsx";
import { PIPELINE_TABS } from "./addresses.ts";
import { RunNowButton } from "./run-now-button.tsx";
import { ScheduleText } from "./schedule-text.tsx";

const route = getRouteApi("/frame/pipelines/$pipelineId");

export function PipelineScreen(): ReactNode {
  const { pipelineId } = route.useParams();
  const [{ data, error }, reload] = useQuery({
    query: PIPELINE,
    variables: { id: pipelineId },
    requestPolicy: "cache-and-network",
  });
  const load = (): void => reload({ requestPolicy: "network-only" });
  if (error !== undefined && codeOf(error) === "NOT_FOUND") return <NotFoundScreen />;
  const pipeline = data?.pipeline;
  if (pipeline !== undefined && pipeline !== null)
    return <OnePipeline key={pipeline.id} pipeline={pipeline} reload={load} />;
  return (
    <Screen title="Pipeline">
      {error === undefined ? <TableSkeleton /> : <ApiError error={error} retry={load} />}
    </Screen>
  );
}

function OnePipeline({
  pipeline,
  reload,
}: {
  readonly pipeline: PipelineRecord;
  readonly reload: () => void;
}): ReactNode {
  const { id, name, active, mayManage, problems, source, destination } = pipeline;
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Screen
      title={name}
      actions={
        mayManage && (
          <>
            <DeletePipeline pipeline={pipeline} />
            {source.connection !== "API" && <RunNowButton pipelineId={id} name={name} disabled={!active} />}
          </>
        )
      }
    >
      <Group gap="lg">
        <ActiveSwitch pipeline={pipeline} label="Active" />
        <EndPictures source={source} destination={destination} />
        <ScheduleText {...pipeline} />
      </Group>
      {problems.map(({ code, message }) => (
        <Alert key={code} color="yellow" title={message} />
      ))}
      <Tabs
        value={tab ?? (mayManage ? "runs" : "sharing")}
        onChange={(value) =>
          void navigate({ search: { tab: PIPELINE_TABS.find((one) => one === value) }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {mayManage && <Tabs.Tab value="runs">Runs</Tabs.Tab>}
          {mayManage && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
          <Tabs.Tab value="address">Keys and address</Tabs.Tab>
          {mayManage && <Tabs.Tab value="notifications">Notifications</Tabs.Tab>}
          <Tabs.Tab value="sharing">Sharing</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="runs">
          <PipelineRuns pipelineId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="settings">
          <PipelineSettings pipeline={pipeline} reload={reload} />
        </Tabs.Panel>
        <Tabs.Panel value="address">
          <PipelineAddress pipeline={pipeline} />
        </Tabs.Panel>
        <Tabs.Panel value="notifications">
          <OutcomeNotifications pipelineId={id} />
        </Tabs.Panel>
        <Tabs.Panel value="sharing">
          <Sharing pipeline={pipeline} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function DeletePipeline({ pipeline: { id, name } }: { readonly pipeline: PipelineRecord }): ReactNode {
  const [, remove] = useMutation(DELETE_PIPELINE);
  const navigate = useNavigate();
  return (
    <ConfirmAction
      label="Delete"
      title={`Delete ${name}?`}
      consequence="Its schedule, keys and runs are removed. Texts that it has written stay where they are, and so do its connectors."
      onConfirm={async () => {
        const { error } = await remove({ input: { id } });
        if (error !== undefined) return messageOf(error);
        await navigate({ to: "/pipelines" });
        return undefined;
      }}
    />
  );
}

function Sharing({ pipeline }: { readonly pipeline: PipelineRecord }): ReactNode {
  const [, share] = useMutation(SHARE_PIPELINE);
  return (
    <SharingPanel
      record={pipeline}
      meaning="People with access can see its state and its latest results. They can neither run nor change it."
      share={async (audience) => (await share({ input: { id: pipeline.id, ...audience } })).error}
    />
  );
}
