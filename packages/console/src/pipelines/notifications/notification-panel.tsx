import { Button, Checkbox, NumberInput, PasswordInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";

import type { NotificationAuthorization, NotificationPlatform } from "../../generated/graphql.ts";
import { ApiError } from "../../parts/api-error.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useAction } from "../../parts/use-action.ts";
import { CREATE_NOTIFICATION, UPDATE_NOTIFICATION, type NotificationRecord } from "./notification-queries.ts";

interface Values {
  name: string;
  url: string;
  platform: NotificationPlatform;
  failuresOnly: boolean;
  authorization: NotificationAuthorization;
  authorizationHeader: string;
  authorizationKey: string;
  maxRetries: number;
}

const EMPTY: Values = {
  name: "",
  url: "",
  platform: "API",
  failuresOnly: false,
  authorization: "NONE",
  authorizationHeader: "",
  authorizationKey: "",
  maxRetries: 3,
};

const AUTHORIZATIONS = [
  { value: "NONE", label: "None" },
  { value: "BEARER", label: "Access token (Authorization: Bearer)" },
  { value: "API_KEY", label: "Key alone in the Authorization header" },
  { value: "CUSTOM_HEADER", label: "Key in another header" },
] as const satisfies readonly { value: NotificationAuthorization; label: string }[];

/** The form of a notification, new or existing. */
export function NotificationPanel({
  pipelineId,
  edited,
  onClose,
  onSaved,
}: {
  readonly pipelineId: string;
  /** Undefined while the panel is closed. */
  readonly edited: NotificationRecord | "new" | undefined;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}): ReactNode {
  const existing = edited === "new" ? undefined : edited;
  const form = useForm<Values>({
    initialValues: existing === undefined ? EMPTY : { ...EMPTY, ...valuesOf(existing) },
  });
  const create = useAction(CREATE_NOTIFICATION, { quiet: true, done: "The notification was created." });
  const update = useAction(UPDATE_NOTIFICATION, { quiet: true, done: "The notification was saved." });
  const { authorization } = form.values;
  const save = async ({ authorizationKey, ...values }: Values): Promise<void> => {
    const facts = { ...values, ...(authorizationKey !== "" && { authorizationKey }) };
    const answer =
      existing === undefined
        ? await create.run({ input: { pipelineId, ...facts } })
        : await update.run({ input: { id: existing.id, ...facts } });
    if (answer === undefined) return;
    form.reset();
    onSaved();
  };
  const error = create.error ?? update.error;
  return (
    <Panel
      title={existing === undefined ? "New notification" : `Edit ${existing.name}`}
      opened={edited !== undefined}
      onClose={onClose}
    >
      <form onSubmit={form.onSubmit((values) => void save(values))}>
        <Stack>
          {error !== undefined && <ApiError error={error} />}
          <TextInput label="Name" required maxLength={255} data-autofocus {...form.getInputProps("name")} />
          <TextInput label="Address" type="url" required {...form.getInputProps("url")} />
          <Select
            label="Format"
            allowDeselect={false}
            data={[
              { value: "API", label: "JSON for programs" },
              { value: "SLACK", label: "Slack message" },
            ]}
            {...form.getInputProps("platform")}
          />
          <Checkbox
            label="Only when a run fails, wholly or in part"
            {...form.getInputProps("failuresOnly", { type: "checkbox" })}
          />
          <Select
            label="Authorization"
            allowDeselect={false}
            data={[...AUTHORIZATIONS]}
            {...form.getInputProps("authorization")}
          />
          {authorization === "CUSTOM_HEADER" && (
            <TextInput label="Header" required {...form.getInputProps("authorizationHeader")} />
          )}
          {authorization !== "NONE" && (
            <PasswordInput
              label="Key"
              description={existing === undefined ? undefined : "Leave empty to keep the stored one"}
              required={existing === undefined}
              autoComplete="new-password"
              {...form.getInputProps("authorizationKey")}
            />
          )}
          <NumberInput label="Retries" min={0} max={4} {...form.getInputProps("maxRetries")} />
          <Button type="submit" loading={create.busy || update.busy}>
            Save
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}

function valuesOf(record: NotificationRecord): Partial<Values> {
  const { name, url, platform, failuresOnly, authorization, authorizationHeader, maxRetries } = record;
  return { name, url, platform, failuresOnly, authorization, authorizationHeader, maxRetries };
}
