import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useRef, useState, type ReactNode } from "react";
import { useMutation } from "urql";

import { messageOf } from "../../parts/api-error.tsx";
import { UnsavedChanges } from "../../parts/unsaved-changes.tsx";
import { ConnectionSteps, type ConnectionTest } from "./connection-steps.tsx";
import { TEST_CONNECTOR, type ConnectorKind } from "../connector-queries.ts";
import { OAuthSignIn } from "./oauth-sign-in.tsx";
import { hasSecrets } from "./secrets.ts";
import type { Settings } from "./settings-validator.ts";

const SettingsForm = lazy(async () => ({ default: (await import("./settings-form.tsx")).SettingsForm }));

/** What a save needs. Resolves to the reason if it was refused. */
export type SaveConnector = (facts: {
  readonly name: string;
  readonly settings: Settings;
  readonly oauthKey: string | undefined;
}) => Promise<string | undefined>;

/** The form of a kind with the test of its connection. Settings that fail the test can be saved all the same. */
export function ConnectorEditor({
  kind,
  connectorId,
  initial = {},
  onEdited,
  save,
}: {
  readonly kind: ConnectorKind;
  /** The stored connector whose secrets the masked ones stand for. */
  readonly connectorId?: string;
  readonly initial?: Settings;
  /** Called whenever a field is changed. */
  readonly onEdited?: () => void;
  readonly save: SaveConnector;
}): ReactNode {
  const [settings, setSettings] = useState(initial);
  const [oauthKey, setOauthKey] = useState<string>();
  const [test, setTest] = useState<ConnectionTest | "running">();
  const [refusal, setRefusal] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [, runTest] = useMutation(TEST_CONNECTOR);
  /** A ref, because the screen is left in the moment in which the connector is saved. */
  const isUnsaved = useRef(false);

  const passes = async (given: Settings): Promise<boolean> => {
    setTest("running");
    setRefusal(undefined);
    const { data, error } = await runTest({
      input: { kindId: kind.id, settings: given, connectorId, oauthKey },
    });
    setTest(data?.testConnector);
    if (error !== undefined) setRefusal(messageOf(error));
    return data?.testConnector.connects === true;
  };
  const submit = async (given: Settings, intent: string): Promise<void> => {
    setSettings(given);
    if (intent === "save-anyway" || (await passes(given))) {
      if (intent === "test") return;
      setIsSaving(true);
      const { connectorName } = given;
      const name = typeof connectorName === "string" ? connectorName : kind.name;
      isUnsaved.current = false;
      const reason = await save({ name, settings: given, oauthKey });
      isUnsaved.current = reason !== undefined;
      setRefusal(reason);
      setIsSaving(false);
    }
  };

  return (
    <Stack maw={640}>
      <UnsavedChanges isUnsaved={() => isUnsaved.current} />
      {kind.oauthBackend !== null && (
        <OAuthSignIn provider={kind.name} backend={kind.oauthBackend} onKey={setOauthKey} />
      )}
      <Suspense fallback={<Skeleton height={240} />}>
        <SettingsForm
          schema={kind.settingsSchema}
          settings={settings}
          disabled={isSaving}
          onChange={(changed, isTyped) => {
            setSettings(changed);
            setTest(undefined);
            if (!isTyped) return;
            isUnsaved.current = true;
            onEdited?.();
          }}
          onSubmit={(given, intent) => void submit(given, intent)}
        >
          <Stack mt="md">
            {test !== undefined && (
              <Paper withBorder p="sm">
                <ConnectionSteps
                  test={test}
                  hasCredentials={hasSecrets(kind) || kind.oauthBackend !== null}
                />
              </Paper>
            )}
            {refusal !== undefined && (
              <Alert color="red" title="This was refused" role="alert">
                {refusal}
              </Alert>
            )}
            <EditorButtons test={test} isSaving={isSaving} />
            <Text size="sm" c="var(--ink-faint)">
              Secrets are stored encrypted and never shown again.
            </Text>
          </Stack>
        </SettingsForm>
      </Suspense>
    </Stack>
  );
}

/** Their values are the intent of the submission. */
function EditorButtons({
  test,
  isSaving,
}: {
  readonly test: ConnectionTest | "running" | undefined;
  readonly isSaving: boolean;
}): ReactNode {
  const isTesting = test === "running";
  return (
    <Group>
      <Button type="submit" value="save" loading={isSaving || isTesting}>
        Test and save
      </Button>
      <Button type="submit" value="test" variant="default" disabled={isTesting}>
        Test
      </Button>
      {!isTesting && test?.connects === false && (
        <Button type="submit" value="save-anyway" variant="subtle">
          Save without a working connection
        </Button>
      )}
    </Group>
  );
}
