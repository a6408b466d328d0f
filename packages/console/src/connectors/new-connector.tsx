import { Skeleton } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { useMutation, useQuery } from "urql";

import { messageOf } from "../parts/api-error.tsx";
import { ConnectorEditor } from "./form/connector-editor.tsx";
import {
  CONNECTOR_NAMES,
  CREATE_CONNECTOR,
  type ConnectorKind,
  type ConnectorRecord,
} from "./connector-queries.ts";

/** The form for a new connector of a kind; also part of the wizard. */
export function NewConnector({
  kind,
  onCreated,
}: {
  readonly kind: ConnectorKind;
  readonly onCreated: (connector: ConnectorRecord) => void;
}): ReactNode {
  const [, create] = useMutation(CREATE_CONNECTOR);
  const name = useFreeName(kind);
  if (name === undefined) return <Skeleton height={240} />;
  return (
    <ConnectorEditor
      kind={kind}
      initial={{ connectorName: name }}
      save={async ({ name: chosen, settings, oauthKey }) => {
        const input = { kindId: kind.id, name: chosen, settings, oauthKey };
        const { data, error } = await create({ input });
        if (error !== undefined) return messageOf(error);
        if (data !== undefined) {
          notifications.show({ message: `The connector ${chosen} was created.`, color: "green" });
          onCreated(data.createConnector.connector);
        }
        return undefined;
      }}
    />
  );
}

/** The name of the kind, with a number if connectors have it already; undefined while their names are loaded. */
function useFreeName({ name }: ConnectorKind): string | undefined {
  const [{ data, error }] = useQuery({
    query: CONNECTOR_NAMES,
    variables: { search: name },
    requestPolicy: "network-only",
  });
  if (data === undefined) return error === undefined ? undefined : name;
  const taken = new Set(data.connectors.nodes.map((connector) => connector.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} ${number}`;
  return free;
}
