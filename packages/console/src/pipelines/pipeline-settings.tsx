import { Button, Divider, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState, type ReactNode } from "react";
import { useClient } from "urql";

import { ApiError } from "../parts/api-error.tsx";
import type { PipelineRecord, WorkflowRecord } from "./pipeline-queries.ts";
import { draftOf, missingOf } from "./wizard/draft.ts";
import { EndSection } from "./wizard/ends/end-section.tsx";
import { ReadingSection } from "./wizard/reading-section.tsx";
import { updatePipeline, type Saved } from "./wizard/save-pipeline.ts";
import { ScheduleSection } from "./wizard/schedule-section.tsx";

/** Everything that the wizard asked for, on one page. */
export function PipelineSettings({ pipeline }: { readonly pipeline: PipelineRecord }): ReactNode {
  const { workflow } = pipeline;
  if (workflow === null || !workflow.mayManage) {
    return <Text>You cannot change this pipeline, because its workflow is not shared with you.</Text>;
  }
  return <SettingsForm pipeline={pipeline} workflow={workflow} />;
}

function SettingsForm({
  pipeline,
  workflow,
}: {
  readonly pipeline: PipelineRecord;
  readonly workflow: WorkflowRecord;
}): ReactNode {
  const api = useClient();
  const [draft, setDraft] = useState(() => draftOf(pipeline, workflow));
  const [password, setPassword] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<Saved>();
  const missing = missingOf(draft.source, "source") ?? missingOf(draft.destination, "destination");
  const save = async (): Promise<void> => {
    setIsSaving(true);
    const result = await updatePipeline(api, { pipelineId: pipeline.id, workflow, draft, password });
    setIsSaving(false);
    setSaved(result);
    if (!("id" in result)) return;
    setPassword("");
    notifications.show({ message: "The settings were saved. They apply to the next run.", color: "green" });
  };
  return (
    <Stack>
      <TextInput
        label="Name"
        required
        maxLength={32}
        maw={360}
        value={draft.name}
        onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
      />
      <Part title="Source">
        <EndSection
          direction="source"
          end={draft.source}
          onChange={(source) => setDraft({ ...draft, source })}
        />
      </Part>
      <Part title="Reading">
        <ReadingSection
          reading={draft.reading}
          password={password}
          hasPassword={workflow.hasDocumentPassword}
          source={draft.source}
          onChange={(reading) => setDraft({ ...draft, reading })}
          onPassword={setPassword}
        />
      </Part>
      <Part title="Destination">
        <EndSection
          direction="destination"
          end={draft.destination}
          onChange={(destination) => setDraft({ ...draft, destination })}
        />
      </Part>
      <Part title="Schedule">
        <ScheduleSection
          schedule={draft.schedule}
          onChange={(schedule) => setDraft({ ...draft, schedule })}
        />
      </Part>
      {saved !== undefined && "error" in saved && <ApiError error={saved.error} />}
      <Group>
        <Button onClick={() => void save()} loading={isSaving} disabled={missing !== undefined}>
          Save settings
        </Button>
        {missing}
      </Group>
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactNode {
  return (
    <section aria-label={title}>
      <Divider mb="md" />
      <Title order={2} mb="sm">
        {title}
      </Title>
      {children}
    </section>
  );
}
