import { Button, Code, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { graphql } from "../api/graphql.ts";
import { ApiError } from "../parts/api-error.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { RotateSecret } from "./rotate-secret.tsx";

const SECRET = graphql(`
  query WebhookSecret($name: String!) {
    webhook(name: $name) {
      id
      signingSecret
    }
  }
`);

const VERIFY = `import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.GALLEY_WEBHOOK_SECRET);
webhook.verify(body, request.headers); // throws if the message is forged`;

/** The secret that proves where a message comes from; it is asked for only when it is to be seen. */
export function SigningSecret({ name }: { readonly name: string }): ReactNode {
  const [{ data, error, fetching }, show] = useQuery({
    query: SECRET,
    variables: { name },
    pause: true,
    requestPolicy: "network-only",
  });
  const secret = data?.webhook?.signingSecret;
  return (
    <Stack align="flex-start">
      <Text>Each message is signed, so its receiver can verify that it comes from this service.</Text>
      {error !== undefined && <ApiError error={error} />}
      {secret === undefined ? (
        <Button variant="default" loading={fetching} onClick={() => show()}>
          Show the signing secret
        </Button>
      ) : (
        <Group gap="xs" wrap="nowrap">
          <Code fz="md">{secret}</Code>
          <CopyButton value={secret} what="the signing secret" />
        </Group>
      )}
      <RotateSecret name={name} />
      <Text>Check it in the program that receives the messages:</Text>
      <Code block w="100%" tabIndex={0}>
        {VERIFY}
      </Code>
    </Stack>
  );
}
