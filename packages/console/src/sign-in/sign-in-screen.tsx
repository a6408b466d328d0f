import { Button, Divider, Paper, Stack, Text, Title } from "@mantine/core";
import { useLocation, useSearch } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { supportsPasskeys } from "../api/passkeys.ts";
import { ApiError } from "../parts/api-error.tsx";
import { AcceptInvitation } from "./accept-invitation.tsx";
import { LinkSignIn } from "./link-sign-in.tsx";
import { PasskeySignIn } from "./passkey-sign-in.tsx";
import classes from "./sign-in.module.css";
import { TokenForm } from "./token-form.tsx";

const OPTIONS = graphql(`
  query SignInOptions {
    signInOptions {
      ways
      openIdConnectPath
    }
  }
`);

/** Every way in that the service offers, and the link that its start message prints. */
export function SignInScreen(): ReactNode {
  const { returnTo = "/" } = useSearch({ from: "/sign-in" });
  const { hash } = useLocation();
  const secrets = new URLSearchParams(hash);
  const link = secrets.get("link");
  const invitation = secrets.get("invitation");
  const title = invitation === null ? "Sign in" : "You are invited";
  useEffect(() => {
    document.title = `${title} · Galley`;
  }, [title]);
  return (
    <main className={classes["page"]}>
      <Paper withBorder p="xl" w={420} maw="100%">
        <Stack>
          <div>
            <Text fw={650} fz={18}>
              Galley
            </Text>
            <Title order={1}>{title}</Title>
          </div>
          {link !== null && <LinkSignIn secret={link} />}
          {invitation !== null && <AcceptInvitation secret={invitation} />}
          {link === null && invitation === null && <Ways returnTo={returnTo} />}
        </Stack>
      </Paper>
    </main>
  );
}

function Ways({ returnTo }: { readonly returnTo: string }): ReactNode {
  const [{ data, error }, reload] = useQuery({ query: OPTIONS });
  if (error !== undefined)
    return <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />;
  const provider = data?.signInOptions.openIdConnectPath;
  const withPasskey = data?.signInOptions.ways.includes("PASSKEY") === true && supportsPasskeys();
  return (
    <Stack>
      {typeof provider === "string" && (
        <>
          <Button component="a" href={`${provider}?return_to=${encodeURIComponent(`/console${returnTo}`)}`}>
            Sign in with your organization
          </Button>
          <Divider label="or" />
        </>
      )}
      {withPasskey && (
        <>
          <PasskeySignIn returnTo={returnTo} />
          <Divider label="or" />
        </>
      )}
      <Text>
        Open the sign-in link that the service printed when it started. To print a new one, run{" "}
        <code>npx -y pnpm@12.21.0 galley sign-in</code> in the folder that it was started in.
      </Text>
      <Divider label="or" />
      <TokenForm returnTo={returnTo} />
    </Stack>
  );
}
