import { Button, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import type { WebhookFormat } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { Panel } from "../parts/panel.tsx";
import { fieldErrors, useAction } from "../parts/use-action.ts";
import { FormatSelect } from "./format-select.tsx";

const CREATE = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      webhook {
        id
        name
      }
    }
  }
`);

interface NewWebhook {
  readonly name: string;
  readonly url: string;
  readonly authToken: string;
  readonly format: WebhookFormat;
}

const NEW: NewWebhook = { name: "", url: "", authToken: "", format: "TEXT" };

export function NewWebhookPanel({
  opened,
  onClose,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
}): ReactNode {
  const { run, busy, error } = useAction(CREATE, { quiet: true });
  const navigate = useNavigate();
  const form = useForm({
    initialValues: NEW,
    validate: {
      name: (name) => (name.trim() === "" ? "Give the webhook a name." : null),
      url: (url) =>
        /^https?:\/\/./.test(url) ? null : "Enter an address that begins with http:// or https://.",
    },
  });
  const refused = error === undefined ? {} : fieldErrors(error);
  const create = async (input: typeof form.values): Promise<void> => {
    const answer = await run({ input });
    if (answer === undefined) return;
    form.reset();
    onClose();
    await navigate({ to: "/webhooks/$name", params: { name: answer.createWebhook.webhook.name } });
  };
  return (
    <Panel title="New webhook" opened={opened} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => void create(values))}>
        <Stack>
          {error !== undefined && Object.keys(refused).length === 0 && <ApiError error={error} />}
          <TextInput
            label="Name"
            description="You choose it by this name when you submit a document."
            required
            data-autofocus
            maxLength={255}
            {...form.getInputProps("name")}
            error={form.errors["name"] ?? refused["name"]}
          />
          <TextInput
            label="Address"
            description="It must answer a test message with status 200."
            type="url"
            required
            placeholder="https://example.com/galley"
            {...form.getInputProps("url")}
            error={form.errors["url"] ?? refused["url"]}
          />
          <PasswordInput
            label="Access token of your server"
            description="Sent in the header Authorization; leave it empty if the address needs none."
            autoComplete="off"
            {...form.getInputProps("authToken")}
            error={refused["authToken"]}
          />
          <FormatSelect
            value={form.values.format}
            onChange={(format) => form.setFieldValue("format", format)}
          />
          <Text size="sm" c="var(--ink-faint)">
            A test message is sent when you create it.
          </Text>
          <Button type="submit" loading={busy}>
            Create webhook
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
