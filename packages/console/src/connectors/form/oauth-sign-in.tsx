import { Button, Group, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { IconCheck, IconExternalLink } from "@tabler/icons-react";
import { useRef, useState, type ReactNode } from "react";
import { useMutation } from "urql";

import { messageOf } from "../../parts/api-error.tsx";
import { BEGIN_OAUTH } from "../connector-queries.ts";

type Progress = "signed-in" | "unfinished" | "waiting";

const POLL_MS = 300;

/** Signs in at a provider in a window of its own. Its key refers to the credentials until the connector is saved. */
export function OAuthSignIn({
  provider,
  backend,
  onKey,
}: {
  /** The name of the kind, such as "Google Drive". */
  readonly provider: string;
  readonly backend: string;
  readonly onKey: (key: string) => void;
}): ReactNode {
  const [, begin] = useMutation(BEGIN_OAUTH);
  const [progress, setProgress] = useState<Progress>();
  const [fault, setFault] = useState<string>();
  const opened = useRef<{ readonly window: Window; readonly key: string }>(undefined);
  const poll = useInterval(() => {
    const { window: popup, key } = opened.current ?? {};
    if (popup === undefined || key === undefined) return;
    const isDone = hasArrived(popup);
    if (!isDone && !popup.closed) return;
    poll.stop();
    popup.close();
    setProgress(isDone ? "signed-in" : "unfinished");
    if (isDone) onKey(key);
  }, POLL_MS);

  const start = async (): Promise<void> => {
    setFault(undefined);
    // Browsers only open a window for a click, so it is opened before the service is asked for its address.
    const popup = window.open("", "galley-oauth", "popup,width=600,height=760");
    if (popup === null) {
      setFault("The browser blocked the window. Allow windows of this page, then try again.");
      return;
    }
    const { data, error } = await begin({ input: { backend } });
    if (data === undefined || data === null) {
      popup.close();
      setFault(error === undefined ? "The service did not answer." : messageOf(error));
      return;
    }
    opened.current = { window: popup, key: data.beginOAuth.oauthKey };
    popup.location.href = data.beginOAuth.loginPath;
    setProgress("waiting");
    poll.start();
  };

  return (
    <div>
      <Group gap="sm" aria-live="polite">
        <Button
          variant="default"
          leftSection={<IconExternalLink size={16} aria-hidden />}
          onClick={() => void start()}
          loading={progress === "waiting"}
        >
          {progress === "signed-in" ? "Sign in with another account" : `Sign in to ${provider}`}
        </Button>
        {progress === "signed-in" && (
          <Group gap={4}>
            <IconCheck size={16} aria-hidden /> <Text>Signed in</Text>
          </Group>
        )}
        {progress === "unfinished" && <Text>The window was closed before you were signed in.</Text>}
      </Group>
      {fault !== undefined && (
        <Text c="var(--fault)" mt={4} role="alert">
          {fault}
        </Text>
      )}
    </div>
  );
}

/** Whether the window shows this service's page after a successful sign-in; other servers' pages cannot be read. */
function hasArrived(popup: Window): boolean {
  try {
    return popup.document.querySelector("[data-signed-in]") !== null;
  } catch {
    return false;
  }
}
