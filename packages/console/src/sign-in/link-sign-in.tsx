import { Alert, Center, Loader, Stack } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { messageOf } from "../parts/api-error.tsx";
import { TextLink } from "../parts/links.ts";
import { useAction } from "../parts/use-action.ts";
import { enterConsole } from "./enter.ts";

const SIGN_IN = graphql(`
  mutation SignInWithLink($secret: String!) {
    signInWithLink(input: { secret: $secret }) {
      session {
        id
      }
    }
  }
`);

/** Signs in with the secret of a link, which works once. */
export function LinkSignIn({ secret }: { readonly secret: string }): ReactNode {
  const { run, error } = useAction(SIGN_IN, { quiet: true });
  const tried = useRef(false);
  useEffect(() => {
    if (tried.current) return;
    tried.current = true;
    void run({ secret }).then((answer) => answer && enterConsole("/"));
  }, [run, secret]);
  if (error === undefined)
    return (
      <Center>
        <Loader size="sm" aria-label="Signing in" />
      </Center>
    );
  return (
    <Stack>
      <Alert color="red" title="The link does not work">
        {messageOf(error)}
      </Alert>
      <TextLink to="/sign-in" hash="">
        Sign in another way
      </TextLink>
    </Stack>
  );
}
