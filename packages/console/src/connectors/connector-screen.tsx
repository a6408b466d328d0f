import { Alert, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useMutation, useQuery } from "urql";

import type { ConnectorQuery } from "../generated/graphql.ts";
import { ApiError, codeOf, fieldOf, messageOf } from "../parts/api-error.tsx";
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
import { CONNECTOR_TABS } from "./connector-tabs.ts";
import { DeleteConnector } from "./delete-connector.tsx";
import { KindPicture } from "./kind-picture.tsx";
import { pipelinesUsing, unseenUses } from "./uses.ts";
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
  return (
    <OneConnector
      key={connector.id}
      connector={connector}
      data={data}
      reload={() => reload({ requestPolicy: "network-only" })}
    />
  );
}

function OneConnector({
  connector,
  data: { connectorKinds, connectorSettings },
  reload,
}: {
  readonly connector: ConnectorRecord;
  readonly data: ConnectorQuery;
  readonly reload: () => void;
}): ReactNode {
  const { tab = "settings" } = route.useSearch();
  const navigate = route.useNavigate();
  const [, share] = useMutation(SHARE_CONNECTOR);
  const kind = connectorKinds.find(({ id }) => id === connector.kindId);
  return (
    <Screen title={connector.name} actions={connector.mayManage && <DeleteConnector connector={connector} />}>
      <Text c="var(--ink-faint)" display="flex" style={{ gap: 8, alignItems: "center" }}>
        <KindPicture icon={kind?.icon} /> {kind?.name ?? "This kind of connector is no longer available."}
      </Text>
      {connector.reauthenticateSince !== null && (
        <Alert color="red" title="Sign in again">
          The provider no longer accepts the stored sign-in. Sign in below, then save.
        </Alert>
      )}
      <Tabs
        value={tab}
        onChange={(value) =>
          void navigate({ search: { tab: CONNECTOR_TABS.find((one) => one === value) }, replace: true })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="uses">
            Used by ({pipelinesUsing(connector).length + unseenUses(connector).length})
          </Tabs.Tab>
          <Tabs.Tab value="sharing">Sharing</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="settings">
          {kind !== undefined && (
            <Settings connector={connector} kind={kind} settings={connectorSettings} reload={reload} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="uses">
          <WhereUsed connector={connector} />
        </Tabs.Panel>
        <Tabs.Panel value="sharing">
          <SharingPanel
            record={connector}
            meaning="People with access can use the connector in their pipelines. They can neither change it nor see its secrets."
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
  reload,
}: {
  readonly connector: ConnectorRecord;
  readonly kind: ConnectorKind;
  readonly settings: ConnectorQuery["connectorSettings"];
  readonly reload: () => void;
}): ReactNode {
  const [, update] = useMutation(UPDATE_CONNECTOR);
  const [isEdited, setIsEdited] = useState(false);
  const [isOutdated, setIsOutdated] = useState(false);
  /** What the form began with. It begins again when a newer version is loaded, unless something was typed. */
  const [base, setBase] = useState({ version: connector.updatedAt, form: 0 });
  if (!isEdited && connector.updatedAt > base.version)
    setBase({ version: connector.updatedAt, form: base.form + 1 });
  if (!connector.mayManage) {
    return <Text>You can use this connector. Only its owners and managers can change it.</Text>;
  }
  return (
    <Stack>
      <ConnectorEditor
        key={base.form}
        kind={kind}
        connectorId={connector.id}
        initial={{ ...settings, connectorName: connector.name }}
        onEdited={() => setIsEdited(true)}
        save={async ({ name, settings: given, oauthKey }) => {
          const { data, error } = await update({
            input: { id: connector.id, name, settings: given, oauthKey, unmodifiedSince: base.version },
          });
          setIsOutdated(error !== undefined && fieldOf(error) === "unmodifiedSince");
          if (error !== undefined) {
            reload();
            return messageOf(error);
          }
          if (data !== undefined) setBase({ ...base, version: data.updateConnector.connector.updatedAt });
          setIsEdited(false);
          notifications.show({ message: `The connector ${name} was saved.`, color: "green" });
          return undefined;
        }}
      />
      {isOutdated && (
        <Group>
          <Button
            variant="default"
            onClick={() => {
              setIsOutdated(false);
              setIsEdited(false);
            }}
          >
            Discard my changes and load the saved settings
          </Button>
        </Group>
      )}
    </Stack>
  );
}
