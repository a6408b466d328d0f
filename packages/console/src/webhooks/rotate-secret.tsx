import { useState, type ReactNode } from "react";

import { graphql } from "../api/graphql.ts";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { SecretOnce } from "../parts/secret-once.tsx";
import { useAction } from "../parts/use-action.ts";

const ROTATE = graphql(`
  mutation RotateSigningSecret($name: String!) {
    rotateSigningSecret(input: { name: $name }) {
      signingSecret
    }
  }
`);

/** Replaces the signing secret after a second click and shows the new one. */
export function RotateSecret({ name }: { readonly name: string }): ReactNode {
  const { run, busy } = useAction(ROTATE);
  const [secret, setSecret] = useState<string>();
  const rotate = async (): Promise<void> => {
    const answer = await run({ name });
    if (answer !== undefined) setSecret(answer.rotateSigningSecret.signingSecret);
  };
  if (secret === undefined)
    return (
      <ConfirmAction
        label="Rotate the secret"
        consequence="Messages are signed with a new secret at once. Receivers reject them until they have it."
        busy={busy}
        onConfirm={() => void rotate()}
      />
    );
  return (
    <SecretOnce
      what="signing secret"
      secret={secret}
      note="Messages are signed with it from now on. Copy it to where the receiver reads its secrets."
      onStored={() => setSecret(undefined)}
    />
  );
}
