import { Button, Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { useIsManager, useViewer } from "../frame/viewer.ts";
import type { AccessTier } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { Panel } from "../parts/panel.tsx";
import { fieldErrors, useAction } from "../parts/use-action.ts";
import { TIERS } from "./tiers.ts";

const CREATE = graphql(`
  mutation CreateAccessToken($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) {
      secret
      token {
        id
      }
    }
  }
`);

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly tier: AccessTier;
  readonly actsFor: "me" | "service";
}

const EMPTY: Draft = { name: "", description: "", tier: "READ_WRITE", actsFor: "me" };

export function NewTokenPanel({
  opened,
  onClose,
  onIssued,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}): ReactNode {
  const { user } = useViewer();
  const manager = useIsManager();
  const { run, busy, error } = useAction(CREATE, { quiet: true });
  const form = useForm<Draft>({
    initialValues: user ? EMPTY : { ...EMPTY, actsFor: "service" },
    validate: { name: (name) => (name.trim() === "" ? "Give the token a name." : null) },
  });
  const create = async ({ actsFor, ...draft }: Draft): Promise<void> => {
    const answer = await run({ input: { ...draft, userId: actsFor === "me" ? (user?.id ?? null) : null } });
    if (answer === undefined) return;
    form.reset();
    onClose();
    onIssued(answer.createAccessToken.secret);
  };
  return (
    <Panel title="New access token" opened={opened} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => void create(values))}>
        <Stack>
          {error !== undefined && Object.keys(fieldErrors(error)).length === 0 && <ApiError error={error} />}
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={128}
            {...form.getInputProps("name")}
            error={form.errors["name"] ?? (error && fieldErrors(error)["name"])}
          />
          <Textarea label="Description" maxLength={255} {...form.getInputProps("description")} />
          <Select label="Access" allowDeselect={false} data={[...TIERS]} {...form.getInputProps("tier")} />
          {manager && user && (
            <Select
              label="Acts for"
              description="A service account sees and manages everything in the organization."
              allowDeselect={false}
              data={[
                { value: "me", label: user.name },
                { value: "service", label: "A service account" },
              ]}
              {...form.getInputProps("actsFor")}
            />
          )}
          <Button type="submit" loading={busy}>
            Create token
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
