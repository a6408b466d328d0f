import { Group, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useQuery } from "urql";

import { ApiError } from "../parts/api-error.tsx";
import { TextLink } from "../parts/links.ts";
import { TableSkeleton } from "../parts/table-skeleton.tsx";
import { Screen } from "../parts/screen.tsx";
import { KINDS } from "./connector-queries.ts";
import { KindCatalogue } from "./kind-catalogue.tsx";
import { NewConnector } from "./new-connector.tsx";

const route = getRouteApi("/frame/connectors/new");

export function NewConnectorScreen(): ReactNode {
  const { kind: kindId } = route.useSearch();
  const navigate = route.useNavigate();
  const [{ data, error }, reload] = useQuery({ query: KINDS, variables: {} });
  const kinds = data?.connectorKinds ?? [];
  const kind = kinds.find(({ id }) => id === kindId);
  return (
    <Screen title={kind === undefined ? "New connector" : `New connector: ${kind.name}`}>
      {error !== undefined && <ApiError error={error} retry={() => reload()} />}
      {data === undefined && error === undefined && <TableSkeleton />}
      {data !== undefined && kind === undefined && (
        <KindCatalogue kinds={kinds} onChoose={({ id }) => void navigate({ search: { kind: id } })} />
      )}
      {kind !== undefined && (
        <>
          <Group gap="xs">
            <Text c="var(--ink-faint)">{kind.description}.</Text>
            <TextLink to="/connectors/new">Choose another kind</TextLink>
          </Group>
          <NewConnector
            key={kind.id}
            kind={kind}
            onCreated={({ id }) =>
              void navigate({ to: "/connectors/$connectorId", params: { connectorId: id } })
            }
          />
        </>
      )}
    </Screen>
  );
}
