import { Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { TextLink } from "../parts/links.ts";
import { Screen } from "../parts/screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { useAction } from "../parts/use-action.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { EditWebhook } from "./edit-webhook.tsx";
import { SigningSecret } from "./signing-secret.tsx";
import { WebhookState } from "./webhook-state.tsx";

const WEBHOOK = graphql(`
  query Webhook($name: String!) {
    webhook(name: $name) {
      id
      name
      url
      format
      hasAuthToken
      disabledAt
      updatedAt
    }
  }
`);

const DELETE = graphql(`
  mutation DeleteWebhook($name: String!) {
    deleteWebhook(input: { name: $name }) {
      deletedId
    }
  }
`);

/** One webhook: its address, its secret and its deliveries. */
export function WebhookScreen(): ReactNode {
  const { name } = useParams({ from: "/frame/webhooks/$name" });
  const [{ data, error }, reload] = useQuery({ query: WEBHOOK, variables: { name } });
  const remove = useAction(DELETE, { done: "The webhook was deleted." });
  const navigate = useNavigate();
  const deleteIt = async (): Promise<void> => {
    if (await remove.run({ name })) await navigate({ to: "/webhooks" });
  };
  return (
    <Screen
      title={name}
      actions={
        <ConfirmAction
          label="Delete"
          consequence="Pending messages to it are given up. Documents that name it are refused."
          busy={remove.busy}
          onConfirm={() => void deleteIt()}
        />
      }
    >
      <TextLink to="/webhooks" size="md">
        All webhooks
      </TextLink>
      {error !== undefined && (
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      )}
      {data === undefined && error === undefined && <TableSkeleton />}
      {data?.webhook && (
        <Stack gap="xl">
          <Group>
            <WebhookState disabledAt={data.webhook.disabledAt} />
            {typeof data.webhook.disabledAt === "string" && (
              <Text>The target answered 410, so nothing is sent. Save its address again to resume.</Text>
            )}
          </Group>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
            <section aria-labelledby="address">
              <Title order={2} id="address" mb="sm">
                Address
              </Title>
              <EditWebhook key={data.webhook.updatedAt} webhook={data.webhook} />
            </section>
            <section aria-labelledby="secret">
              <Title order={2} id="secret" mb="sm">
                Signature
              </Title>
              <SigningSecret name={name} />
            </section>
          </SimpleGrid>
          <DeliveryLog />
        </Stack>
      )}
    </Screen>
  );
}
