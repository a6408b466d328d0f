import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";
import { useMutation } from "urql";

import { messageOf } from "../parts/api-error.tsx";
import { ConnectorEditor } from "./form/connector-editor.tsx";
import { CREATE_CONNECTOR, type ConnectorKind, type ConnectorRecord } from "./connector-queries.ts";

/** The form for a new connector of a kind; also part of the wizard. */
export function NewConnector({
  kind,
  onCreated,
}: {
  readonly kind: ConnectorKind;
  readonly onCreated: (connector: ConnectorRecord) => void;
}): ReactNode {
  const [, create] = useMutation(CREATE_CONNECTOR);
  return (
    <ConnectorEditor
      kind={kind}
      save={async ({ name, settings, oauthKey }) => {
        const { data, error } = await create({ input: { kindId: kind.id, name, settings, oauthKey } });
        if (error !== undefined) return messageOf(error);
        if (data !== undefined) {
          notifications.show({ message: `The connector ${name} was created.`, color: "green" });
          onCreated(data.createConnector.connector);
        }
        return undefined;
      }}
    />
  );
}
