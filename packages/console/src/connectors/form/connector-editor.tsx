import { Alert, Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { useMutation } from "urql";

import { messageOf } from "../../parts/api-error.tsx";
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
  save,
}: {
  readonly kind: ConnectorKind;
  /** The stored connector whose secrets the masked ones stand for. */
  readonly connectorId?: string;
  readonly initial?: Settings;
  readonly save: SaveConnector;
}): ReactNode {
  const [settings, setSettings] = useState(initial);
  const [oauthKey, setOauthKey] = useState<string>();
  const [test, setTest] = useState<ConnectionTest | "running">();
  const [refusal, setRefusal] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const [, runTest] = useMutation(TEST_CONNECTOR);
  const hasFailed = test !== undefined && test !== "running" && !test.connects;

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
      setRefusal(await save({ name, settings: given, oauthKey }));
      setIsSaving(false);
    }
  };

  return (
    <Stack maw={640}>
      {kind.oauthBackend !== null && (
        <OAuthSignIn provider={kind.name} backend={kind.oauthBackend} onKey={setOauthKey} />
      )}
      <Suspense fallback={<Skeleton height={240} />}>
        <SettingsForm
          schema={kind.settingsSchema}
          settings={settings}
          disabled={isSaving}
          onChange={(changed) => {
            setSettings(changed);
            setTest(undefined);
          }}
          onSubmit={(given, intent) => void submit(given, intent)}
        >
          <Stack mt="md">
            {test !== undefined && (
              <Paper withBorder p="sm">
                <ConnectionSteps test={test} hasCredentials={hasSecrets(kind)} />
              </Paper>
            )}
            {refusal !== undefined && (
              <Alert color="red" title="This was refused" role="alert">
                {refusal}
              </Alert>
            )}
            <Group>
              <Button type="submit" value="save" loading={isSaving || test === "running"}>
                Test and save
              </Button>
              <Button type="submit" value="test" variant="default" disabled={test === "running"}>
                Test
              </Button>
              {hasFailed && (
                <Button type="submit" value="save-anyway" variant="subtle">
                  Save without a working connection
                </Button>
              )}
            </Group>
            <Text size="sm" c="var(--ink-faint)">
              Secrets are stored encrypted and never shown again.
            </Text>
          </Stack>
        </SettingsForm>
      </Suspense>
    </Stack>
  );
}
