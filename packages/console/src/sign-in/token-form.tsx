import { Button, PasswordInput, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { messageOf } from "../parts/api-error.tsx";
import { useAction } from "../parts/use-action.ts";
import { enterConsole } from "./enter.ts";

const SIGN_IN = graphql(`
  mutation SignInWithAccessToken($token: String!) {
    signInWithAccessToken(input: { token: $token }) {
      session {
        id
      }
    }
  }
`);

/** Exchanges an access token for a session. */
export function TokenForm({ returnTo }: { readonly returnTo: string }): ReactNode {
  const { run, busy, error } = useAction(SIGN_IN, { quiet: true });
  const form = useForm({
    initialValues: { token: "" },
    validate: { token: (token) => (token.trim() === "" ? "Paste an access token." : null) },
  });
  const signIn = async ({ token }: typeof form.values): Promise<void> => {
    if (await run({ token: token.trim() })) enterConsole(returnTo);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void signIn(values))}>
      <Stack>
        <PasswordInput
          label="Access token"
          description="Managers create tokens under Keys & tokens. The service prints the first one when it starts for the first time."
          autoComplete="off"
          {...form.getInputProps("token")}
          error={form.errors["token"] ?? (error && messageOf(error))}
        />
        <Button type="submit" variant="default" loading={busy}>
          Sign in with a token
        </Button>
      </Stack>
    </form>
  );
}
