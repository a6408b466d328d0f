import { Alert, Button, Code, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState, type ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import type { InviteMemberMutation, Role } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Panel } from "../parts/panel.tsx";
import { fieldErrors, useAction } from "../parts/use-action.ts";
import { ROLES } from "./roles.ts";

const INVITE = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) {
      link
      emailed
      invitation {
        id
        email
      }
    }
  }
`);

type Invited = InviteMemberMutation["inviteMember"];

/** Invites a person by a link, which is shown once and sent by e-mail where the service can send any. */
export function InvitePanel({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const [invited, setInvited] = useState<Invited>();
  const close = (): void => {
    setInvited(undefined);
    onClose();
  };
  return (
    <Panel title="Invite a person" opened={opened} onClose={close}>
      {invited === undefined ? (
        <InviteForm onInvited={setInvited} />
      ) : (
        <Link invited={invited} onDone={close} />
      )}
    </Panel>
  );
}

function InviteForm({ onInvited }: { readonly onInvited: (invited: Invited) => void }): ReactNode {
  const { run, busy, error } = useAction(INVITE, { quiet: true });
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: "", role: "MEMBER" },
    validate: {
      email: (email) => (/\S@\S/.test(email) ? null : "Enter an e-mail address, such as ada@example.com."),
    },
  });
  const refused = error === undefined ? {} : fieldErrors(error);
  const invite = async (input: typeof form.values): Promise<void> => {
    const answer = await run({ input });
    if (answer !== undefined) onInvited(answer.inviteMember);
  };
  return (
    <form onSubmit={form.onSubmit((values) => void invite(values))}>
      <Stack>
        {error !== undefined && Object.keys(refused).length === 0 && <ApiError error={error} />}
        <TextInput
          label="E-mail address"
          type="email"
          required
          data-autofocus
          {...form.getInputProps("email")}
          error={form.errors["email"] ?? refused["email"]}
        />
        <Select label="Role" allowDeselect={false} data={[...ROLES]} {...form.getInputProps("role")} />
        <Button type="submit" loading={busy}>
          Create invitation
        </Button>
      </Stack>
    </form>
  );
}

function Link({
  invited: { link, emailed, invitation },
  onDone,
}: {
  readonly invited: Invited;
  readonly onDone: () => void;
}): ReactNode {
  return (
    <Stack>
      <Alert
        color="ink"
        variant="light"
        title={emailed ? `Sent to ${invitation.email}` : "Send this link now"}
      >
        <Text>It works once, within 7 days, and is shown only here.</Text>
      </Alert>
      <Group wrap="nowrap" gap="xs">
        <Code data-testid="invitation" style={{ overflowWrap: "anywhere" }}>
          {link}
        </Code>
        <CopyButton value={link} what="the link" />
      </Group>
      <Button variant="default" onClick={onDone}>
        Done
      </Button>
    </Stack>
  );
}
