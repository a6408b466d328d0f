import { Alert, Button, Stack } from "@mantine/core";
import { useState, type ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { signWithPasskey } from "../api/passkeys.ts";
import { messageOf } from "../parts/api-error.tsx";
import { useAction } from "../parts/use-action.ts";
import { enterConsole } from "./enter.ts";

const BEGIN = graphql(`
  mutation BeginPasskeySignIn {
    beginPasskeySignIn {
      challenge
      options
    }
  }
`);

const SIGN_IN = graphql(`
  mutation SignInWithPasskey($input: SignInWithPasskeyInput!) {
    signInWithPasskey(input: $input) {
      session {
        id
      }
    }
  }
`);

export function PasskeySignIn({ returnTo }: { readonly returnTo: string }): ReactNode {
  const begin = useAction(BEGIN, { quiet: true });
  const signIn = useAction(SIGN_IN, { quiet: true });
  const [busy, setBusy] = useState(false);
  const error = begin.error ?? signIn.error;
  const start = async (): Promise<void> => {
    const begun = await begin.run({});
    if (begun === undefined) return;
    const { challenge, options } = begun.beginPasskeySignIn;
    const response = await signWithPasskey(options);
    if (response === undefined) return;
    if (await signIn.run({ input: { challenge, response } })) enterConsole(returnTo);
  };
  return (
    <Stack>
      {error !== undefined && <Alert color="red">{messageOf(error)}</Alert>}
      <Button
        loading={busy}
        onClick={() => {
          setBusy(true);
          void start().finally(() => setBusy(false));
        }}
      >
        Sign in with a passkey
      </Button>
    </Stack>
  );
}
