import { Button, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { Panel } from "../parts/panel.tsx";
import { useAction } from "../parts/use-action.ts";

const CREATE = graphql(`
  mutation CreateExtractionKey($input: CreateExtractionKeyInput!) {
    createExtractionKey(input: $input) {
      secret
      key {
        id
      }
    }
  }
`);

type Limit = number | "";

export function NewKeyPanel({
  opened,
  onClose,
  onIssued,
}: {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onIssued: (secret: string) => void;
}): ReactNode {
  const { run, busy, error } = useAction(CREATE, { quiet: true });
  const form = useForm<{
    description: string;
    pagesPerDay: Limit;
    pagesPerMonth: Limit;
    requestsPerMinute: Limit;
  }>({
    initialValues: { description: "", pagesPerDay: "", pagesPerMonth: "", requestsPerMinute: "" },
  });
  const create = async ({ description, ...limits }: typeof form.values): Promise<void> => {
    const answer = await run({
      input: {
        description,
        pagesPerDay: limits.pagesPerDay || null,
        pagesPerMonth: limits.pagesPerMonth || null,
        requestsPerMinute: limits.requestsPerMinute || null,
      },
    });
    if (answer === undefined) return;
    form.reset();
    onClose();
    onIssued(answer.createExtractionKey.secret);
  };
  const limit = { min: 1, allowDecimal: false, thousandSeparator: ",", placeholder: "No limit" };
  return (
    <Panel title="New extraction key" opened={opened} onClose={onClose}>
      <form onSubmit={form.onSubmit((values) => void create(values))}>
        <Stack>
          {error !== undefined && <ApiError error={error} />}
          <TextInput
            label="Description"
            description="The program that uses it, such as “invoice importer”."
            data-autofocus
            maxLength={255}
            {...form.getInputProps("description")}
          />
          <NumberInput label="Pages a day" {...limit} {...form.getInputProps("pagesPerDay")} />
          <NumberInput label="Pages a month" {...limit} {...form.getInputProps("pagesPerMonth")} />
          <NumberInput label="Requests a minute" {...limit} {...form.getInputProps("requestsPerMinute")} />
          <Button type="submit" loading={busy}>
            Create key
          </Button>
        </Stack>
      </form>
    </Panel>
  );
}
