import { Alert, Button, Group, Stack, Stepper, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useSessionStorage } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useClient } from "urql";

import { ApiError } from "../../parts/api-error.tsx";
import { Screen } from "../../parts/screen.tsx";
import { EMPTY_DRAFT, type PipelineDraft } from "./draft.ts";
import { EndSection } from "./ends/end-section.tsx";
import { firstOf, useDraftProblems } from "./problems.ts";
import { ReadingSection } from "./reading-section.tsx";
import { createPipeline, type Saved } from "./save-pipeline.ts";
import { ScheduleSection } from "./schedule-section.tsx";
import { STEPS, type Step } from "./steps.ts";
import { Summary } from "./summary.tsx";

const route = getRouteApi("/frame/pipelines/new");

/** The draft of this tab; the number changes with its form. */
const STORAGE_KEY = "galley-pipeline-draft-2";

const TITLES = {
  source: "Source",
  reading: "Reading",
  destination: "Destination",
  schedule: "Schedule",
  review: "Review",
} as const satisfies Record<Step, string>;

export function WizardScreen(): ReactNode {
  const { step = "source" } = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft, forget] = useSessionStorage<PipelineDraft>({
    key: STORAGE_KEY,
    defaultValue: EMPTY_DRAFT,
    getInitialValueInEffect: false,
  });
  const [password, setPassword] = useState("");
  const at = STEPS.indexOf(step);
  const go = (to: Step): void => void navigate({ search: { step: to } });
  const problems = useDraftProblems(draft);
  const problem = step === "review" ? firstOf(problems) : problems[step];
  return (
    <Screen
      title="New pipeline"
      actions={
        draft !== EMPTY_DRAFT && (
          <Button
            variant="default"
            onClick={() => {
              forget();
              setPassword("");
              go("source");
            }}
          >
            Start over
          </Button>
        )
      }
    >
      <Stepper active={at} onStepClick={(index) => go(STEPS[index] ?? "source")} size="sm" mb="md">
        {STEPS.map((one) => (
          <Stepper.Step key={one} label={TITLES[one]} />
        ))}
      </Stepper>
      <StepContent
        step={step}
        draft={draft}
        onChange={setDraft}
        password={password}
        problem={problem}
        onPassword={setPassword}
        onCreated={(id) => {
          forget();
          void navigate({ to: "/pipelines/$pipelineId", params: { pipelineId: id } });
        }}
      />
      {step !== "review" && (
        <Group mt="md">
          {at > 0 && (
            <Button variant="default" onClick={() => go(STEPS[at - 1] ?? "source")}>
              Back
            </Button>
          )}
          <Button disabled={problem !== undefined} onClick={() => go(STEPS[at + 1] ?? "review")}>
            Next: {TITLES[STEPS[at + 1] ?? "review"]}
          </Button>
          {problem}
        </Group>
      )}
    </Screen>
  );
}

function StepContent({
  step,
  draft,
  password,
  problem,
  onChange,
  onPassword,
  onCreated,
}: {
  readonly step: Step;
  readonly draft: PipelineDraft;
  readonly password: string;
  readonly problem: string | undefined;
  readonly onChange: (draft: PipelineDraft) => void;
  readonly onPassword: (password: string) => void;
  readonly onCreated: (id: string) => void;
}): ReactNode {
  const { source, reading, destination, schedule } = draft;
  const contents = {
    source: () => (
      <EndSection direction="source" end={source} onChange={(end) => onChange({ ...draft, source: end })} />
    ),
    reading: () => (
      <ReadingSection
        reading={reading}
        password={password}
        source={source}
        onChange={(changed) => onChange({ ...draft, reading: changed })}
        onPassword={onPassword}
      />
    ),
    destination: () => (
      <EndSection
        key="destination"
        direction="destination"
        end={destination}
        onChange={(end) => onChange({ ...draft, destination: end })}
      />
    ),
    schedule: () => (
      <ScheduleSection
        schedule={schedule}
        onChange={(changed) => onChange({ ...draft, schedule: changed })}
      />
    ),
    review: () => (
      <Review draft={draft} password={password} problem={problem} onChange={onChange} onCreated={onCreated} />
    ),
  } as const satisfies Record<Step, () => ReactNode>;
  return contents[step]();
}

function Review({
  draft,
  password,
  problem,
  onChange,
  onCreated,
}: {
  readonly draft: PipelineDraft;
  readonly password: string;
  readonly problem: string | undefined;
  readonly onChange: (draft: PipelineDraft) => void;
  readonly onCreated: (id: string) => void;
}): ReactNode {
  const api = useClient();
  const [isSaving, setIsSaving] = useState(false);
  const [refused, setRefused] = useState<Saved>();
  const create = async (): Promise<void> => {
    setIsSaving(true);
    const saved = await createPipeline(api, { ...draft, name: draft.name.trim() }, password);
    setIsSaving(false);
    setRefused(saved);
    if (!("id" in saved)) return;
    notifications.show({ message: `The pipeline ${draft.name} was created.`, color: "green" });
    onCreated(saved.id);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <Stack>
        <TextInput
          label="Name"
          description="At most 32 characters"
          required
          maxLength={32}
          maw={360}
          value={draft.name}
          onChange={({ currentTarget }) => onChange({ ...draft, name: currentTarget.value })}
        />
        <Summary draft={draft} />
        {problem !== undefined && (
          <Alert color="yellow" variant="light">
            {problem}
          </Alert>
        )}
        {refused !== undefined && "error" in refused && <ApiError error={refused.error} />}
        <Group>
          <Button type="submit" loading={isSaving} disabled={problem !== undefined}>
            Create pipeline
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
