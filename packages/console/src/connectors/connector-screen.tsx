import { Alert, Tabs, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useMutation, useQuery } from "urql";

import type { ConnectorQuery } from "../generated/graphql.ts";
import { ApiError, codeOf, messageOf } from "../parts/api-error.tsx";
import { NotFoundScreen } from "../frame/not-found-screen.tsx";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { Screen } from "../parts/screen.tsx";
import { SharingPanel } from "../sharing/sharing-panel.tsx";
import { ConnectorEditor } from "./form/connector-editor.tsx";
import {
  CONNECTOR,
  SHARE_CONNECTOR,
  UPDATE_CONNECTOR,
  type ConnectorKind,
  type ConnectorRecord,
} from "./connector-queries.ts";
import { DeleteConnector } from "./delete-connector.tsx";
import { KindPicture } from "./kind-picture.tsx";
import { WhereUsed } from "./where-used.tsx";

const route = getRouteApi("/frame/connectors/$connectorId");

export function ConnectorScreen(): ReactNode {
  const { connectorId } = route.useParams();
  const [{ data, error }, reload] = useQuery({
    query: CONNECTOR,
    variables: { id: connectorId },
    requestPolicy: "cache-and-network",
  });
  if (error !== undefined && codeOf(error) === "NOT_FOUND") return <NotFoundScreen />;
  if (error !== undefined) {
    return (
      <Screen title="Connector">
        <ApiError error={error} retry={() => reload({ requestPolicy: "network-only" })} />
      </Screen>
    );
  }
  const connector = data?.connector;
  if (data === undefined || connector === undefined || connector === null) {
    return (
      <Screen title="Connector">
        <TableSkeleton />
      </Screen>
    );
  }
  return <OneConnector key={connector.id} connector={connector} data={data} />;
}

function OneConnector({
  connector,
  data: { connectorKinds, connectorSettings },
}: {
  readonly connector: ConnectorRecord;
  readonly data: ConnectorQuery;
}): ReactNode {
  const [, share] = useMutation(SHARE_CONNECTOR);
  const kind = connectorKinds.find(({ id }) => id === connector.kindId);
  return (
    <Screen
      title={connector.name}
      actions={connector.mayManage && <DeleteConnector id={connector.id} name={connector.name} />}
    >
      <Text c="var(--ink-faint)" display="flex" style={{ gap: 8, alignItems: "center" }}>
        <KindPicture icon={kind?.icon} /> {kind?.name ?? "This kind of connector is no longer available."}
      </Text>
      {connector.reauthenticateSince !== null && (
        <Alert color="red" title="Sign in again">
          The provider no longer accepts the stored sign-in. Sign in below, then save.
        </Alert>
      )}
      <Tabs defaultValue="settings" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="uses">Where it is used ({connector.workflows.length})</Tabs.Tab>
          <Tabs.Tab value="sharing">Who may use it</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          {kind !== undefined && <Settings connector={connector} kind={kind} settings={connectorSettings} />}
        </Tabs.Panel>
        <Tabs.Panel value="uses">
          <WhereUsed workflows={connector.workflows} />
        </Tabs.Panel>
        <Tabs.Panel value="sharing">
          <SharingPanel
            record={connector}
            meaning="People with whom a connector is shared may use it in their pipelines. They cannot change it and never see its secrets."
            share={async (audience) => (await share({ input: { id: connector.id, ...audience } })).error}
          />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  );
}

function Settings({
  connector,
  kind,
  settings,
}: {
  readonly connector: ConnectorRecord;
  readonly kind: ConnectorKind;
  readonly settings: ConnectorQuery["connectorSettings"];
}): ReactNode {
  const [, update] = useMutation(UPDATE_CONNECTOR);
  if (!connector.mayManage) {
    return <Text>You may use this connector. Only its owners and managers can change it.</Text>;
  }
  return (
    <ConnectorEditor
      kind={kind}
      connectorId={connector.id}
      initial={{ ...settings, connectorName: connector.name }}
      save={async ({ name, settings: given, oauthKey }) => {
        const { error } = await update({ input: { id: connector.id, name, settings: given, oauthKey } });
        if (error !== undefined) return messageOf(error);
        notifications.show({ message: `The connector ${name} was saved.`, color: "green" });
        return undefined;
      }}
    />
  );
}
