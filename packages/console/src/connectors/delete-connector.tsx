import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMutation } from "urql";

import { messageOf } from "../parts/api-error.tsx";
import { ConfirmAction } from "../parts/confirm-action.tsx";
import { DELETE_CONNECTOR, type ConnectorRecord } from "./connector-queries.ts";
import { pipelinesUsing, unseenUses } from "./uses.ts";

export function DeleteConnector({ connector }: { readonly connector: ConnectorRecord }): ReactNode {
  const [, remove] = useMutation(DELETE_CONNECTOR);
  const navigate = useNavigate();
  const { id, name } = connector;
  const uses = [...pipelinesUsing(connector), ...unseenUses(connector)].map((use) => use.name);
  const deleteIt = async (): Promise<string | undefined> => {
    const { error } = await remove({ input: { id } });
    if (error !== undefined) return messageOf(error);
    await navigate({ to: "/connectors" });
    return undefined;
  };
  return (
    <ConfirmAction
      label="Delete"
      title={uses.length === 0 ? `Delete ${name}?` : `${name} cannot be deleted`}
      consequence={
        uses.length === 0
          ? "Its settings and secrets are removed."
          : `These pipelines use it: ${uses.join(", ")}. Choose another connector in their settings first.`
      }
      onConfirm={uses.length === 0 ? deleteIt : undefined}
    />
  );
}
