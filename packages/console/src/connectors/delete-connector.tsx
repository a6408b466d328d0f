import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMutation } from "urql";

import { messageOf } from "../parts/api-error.tsx";
import { DeleteButton } from "../parts/delete-button.tsx";
import { DELETE_CONNECTOR } from "./connector-queries.ts";

export function DeleteConnector({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const [, remove] = useMutation(DELETE_CONNECTOR);
  const navigate = useNavigate();
  return (
    <DeleteButton
      title={`Delete ${name}?`}
      consequence="Its settings and secrets are removed. A connector that a pipeline uses is kept: change the pipeline first."
      remove={async () => {
        const { error } = await remove({ input: { id } });
        if (error !== undefined) return messageOf(error);
        await navigate({ to: "/connectors" });
        return undefined;
      }}
    />
  );
}
