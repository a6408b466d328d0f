import { Button, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import type { WebhookFormat } from "../generated/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { fieldErrors, useAction } from "../parts/use-action.ts";
import { FormatSelect } from "./format-select.tsx";

const UPDATE = graphql(`
  mutation UpdateWebhook($input: UpdateWebhookInput!) {
    updateWebhook(input: $input) {
      webhook {
        id
        url
        format
        hasAuthToken
        disabledAt
        updatedAt
      }
    }
  }
`);

interface EditedWebhook {
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  readonly hasAuthToken: boolean;
}

/** The address, format and token of a webhook; saving them sends a test message. */
export function EditWebhook({
  webhook: { name, url, format, hasAuthToken },
}: {
  readonly webhook: EditedWebhook;
}): ReactNode {
  const { run, busy, error } = useAction(UPDATE, {
    quiet: true,
    done: "The test message was accepted. Saved.",
  });
  const form = useForm({ initialValues: { url, format, authToken: "" } });
  const refused = error === undefined ? {} : fieldErrors(error);
  const save = (values: typeof form.values): void =>
    void run({
      input: { ...values, name, authToken: values.authToken === "" ? null : values.authToken },
    });
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack align="stretch">
        {error !== undefined && Object.keys(refused).length === 0 && <ApiError error={error} />}
        <TextInput
          label="Address"
          type="url"
          required
          {...form.getInputProps("url")}
          error={refused["url"]}
        />
        <PasswordInput
          label="Access token of your server"
          description={hasAuthToken ? "A token is set. Type a new one to replace it." : "No token is set."}
          autoComplete="off"
          {...form.getInputProps("authToken")}
          error={refused["authToken"]}
        />
        <FormatSelect
          value={form.values.format}
          onChange={(chosen) => form.setFieldValue("format", chosen)}
        />
        <Button type="submit" variant="default" loading={busy}>
          Send a test message and save
        </Button>
      </Stack>
    </form>
  );
}
