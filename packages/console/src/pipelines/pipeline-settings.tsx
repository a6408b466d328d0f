import { Alert, Button, Divider, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState, type ReactNode } from "react";
import { useClient, type CombinedError } from "urql";

import { ApiError, fieldOf } from "../parts/api-error.tsx";
import { UnsavedChanges } from "../parts/unsaved-changes.tsx";
import type { PipelineRecord } from "./pipeline-queries.ts";
import { useSettings, type Settings, type SettingsRecords } from "./use-settings.ts";
import { EndSection } from "./wizard/ends/end-section.tsx";
import { ReadingSection } from "./wizard/reading-section.tsx";
import { firstOf, useDraftProblems } from "./wizard/problems.ts";
import { updatePipeline } from "./wizard/save-pipeline.ts";
import { ScheduleSection } from "./wizard/schedule-section.tsx";

/** Everything that the wizard asked for, on one page. */
export function PipelineSettings({
  pipeline,
  reload,
}: {
  readonly pipeline: PipelineRecord;
  readonly reload: () => void;
}): ReactNode {
  const { workflow } = pipeline;
  if (workflow === null || !workflow.mayManage) {
    return <Text>You cannot change this pipeline, because its workflow is not shared with you.</Text>;
  }
  return <SettingsForm pipeline={pipeline} workflow={workflow} reload={reload} />;
}

function SettingsForm({
  pipeline,
  workflow,
  reload,
}: SettingsRecords & { readonly reload: () => void }): ReactNode {
  const api = useClient();
  const settings = useSettings({ pipeline, workflow });
  const { draft, setDraft } = settings;
  const [password, setPassword] = useState("");
  const [isSaving, setIsSaving] = useState(false);
  const [refusal, setRefusal] = useState<CombinedError>();
  const problems = useDraftProblems(draft);
  const problem = draft.name.trim() === "" ? "Give the pipeline a name." : firstOf(problems);
  const save = async (): Promise<void> => {
    setIsSaving(true);
    const result = await updatePipeline(api, { base: settings.base, draft, password });
    setIsSaving(false);
    if (!("id" in result)) {
      setRefusal(result);
      if (fieldOf(result) === "unmodifiedSince") reload();
      return;
    }
    setRefusal(undefined);
    settings.restart({ pipeline: result, workflow: result.workflow ?? workflow });
    setPassword("");
    notifications.show({ message: "The settings were saved. They apply to the next run.", color: "green" });
  };
  return (
    <Stack>
      <UnsavedChanges isUnsaved={() => settings.isChanged || password !== ""} />
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
          workflowId={workflow.id}
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
      {refusal !== undefined && <ApiError error={refusal} />}
      {!isSaving && (
        <ChangedElsewhere
          settings={settings}
          onLoad={() => {
            settings.restart();
            setPassword("");
            setRefusal(undefined);
          }}
        />
      )}
      <Group>
        <Button onClick={() => void save()} loading={isSaving} disabled={problem !== undefined}>
          Save settings
        </Button>
        {problem}
      </Group>
    </Stack>
  );
}

const PART_NAMES = {
  name: "name",
  source: "source",
  reading: "reading",
  destination: "destination",
  schedule: "schedule",
} as const satisfies Record<Settings["changedElsewhere"][number], string>;

/** What somebody else, or the same person in another tab, saved while this form was being edited. */
function ChangedElsewhere({
  settings: { changedElsewhere },
  onLoad,
}: {
  readonly settings: Settings;
  readonly onLoad: () => void;
}): ReactNode {
  if (changedElsewhere.length === 0) return null;
  const parts = changedElsewhere.map((part) => PART_NAMES[part]).join(", ");
  return (
    <Alert color="yellow" title="These settings were changed elsewhere">
      <Group justify="space-between">
        <Text>Changed: {parts}. Load the saved settings, then make your changes again.</Text>
        <Button variant="default" onClick={onLoad}>
          Discard my changes and load the saved settings
        </Button>
      </Group>
    </Alert>
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
