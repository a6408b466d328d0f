import { Alert, Button, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError, codeOf, messageOf } from "../parts/api-error.tsx";
import { roleInWords } from "../people/roles.ts";
import { useAction } from "../parts/use-action.ts";
import { enterConsole } from "./enter.ts";

const RECEIVED = graphql(`
  query ReceivedInvitation($secret: String!) {
    receivedInvitation(secret: $secret) {
      email
      invitedBy
      organization
      role
    }
  }
`);

const ACCEPT = graphql(`
  mutation AcceptInvitation($input: AcceptInvitationInput!) {
    acceptInvitation(input: $input) {
      session {
        id
      }
    }
  }
`);

/** Shows what an invitation is for; accepting it takes a click, so that programs that open links do not use it up. */
export function AcceptInvitation({ secret }: { readonly secret: string }): ReactNode {
  const [{ data, error }] = useQuery({ query: RECEIVED, variables: { secret } });
  const accept = useAction(ACCEPT, { quiet: true });
  const form = useForm({ initialValues: { name: "" } });
  if (error !== undefined)
    return codeOf(error) === "UNAUTHENTICATED" ? (
      <Alert color="red" title="The invitation does not work">
        {messageOf(error)}
      </Alert>
    ) : (
      <ApiError error={error} />
    );
  if (data === undefined) return null;
  const { email, invitedBy, organization, role } = data.receivedInvitation;
  const submit = async ({ name }: typeof form.values): Promise<void> => {
    const answer = await accept.run({ input: { secret, name: name.trim() === "" ? null : name.trim() } });
    if (answer !== undefined) enterConsole("/");
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submit(values))}>
      <Stack>
        <Text>
          {invitedBy ?? "A manager"} invites {email} to <b>{organization}</b>.
        </Text>
        <Text c="var(--ink-faint)">{roleInWords(role)}.</Text>
        {accept.error !== undefined && <ApiError error={accept.error} />}
        <TextInput
          label="Your name"
          description="As others in the organization see it."
          maxLength={128}
          {...form.getInputProps("name")}
        />
        <Button type="submit" loading={accept.busy}>
          Accept the invitation
        </Button>
      </Stack>
    </form>
  );
}
