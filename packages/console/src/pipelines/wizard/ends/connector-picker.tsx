import { Button, Group, SimpleGrid, Skeleton, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { IconApi, IconPlus } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { useQuery } from "urql";

import {
  CONNECTORS,
  KINDS,
  type ConnectorKind,
  type ConnectorRecord,
} from "../../../connectors/connector-queries.ts";
import cards from "../../../connectors/connectors.module.css";
import { KindCatalogue } from "../../../connectors/kind-catalogue.tsx";
import { KindPicture } from "../../../connectors/kind-picture.tsx";
import { NewConnector } from "../../../connectors/new-connector.tsx";
import { ApiError } from "../../../parts/api-error.tsx";
import type { EndDraft } from "../draft.ts";

export type Direction = "destination" | "source";

const POSTED = {
  source: { title: "Files that programs post", about: "To the public address of the pipeline, with a key" },
  destination: { title: "Fetched by programs", about: "From the public address of the pipeline" },
} as const satisfies Record<Direction, { title: string; about: string }>;

/** Chooses the connector of one end of a pipeline, or makes a new one. */
export function ConnectorPicker({
  direction,
  onChoose,
}: {
  readonly direction: Direction;
  readonly onChoose: (end: EndDraft) => void;
}): ReactNode {
  const [isMaking, setIsMaking] = useState(false);
  const [{ data, error }, reload] = useQuery({ query: CONNECTORS, variables: {} });
  if (error !== undefined) return <ApiError error={error} retry={() => reload()} />;
  if (data === undefined) return <Skeleton height={160} />;
  const able = new Map(
    data.connectorKinds
      .filter(({ canRead, canWrite }) => (direction === "source" ? canRead : canWrite))
      .map((kind) => [kind.id, kind]),
  );
  const usable = data.connectors.nodes.filter(({ kindId }) => able.has(kindId));
  const chooseConnector = (connector: ConnectorRecord): void => onChoose(endWith(connector));
  if (isMaking || usable.length === 0) {
    return (
      <NewConnectorHere
        direction={direction}
        onCreated={chooseConnector}
        onCancel={usable.length === 0 ? undefined : () => setIsMaking(false)}
        onPosted={() => onChoose(postedEnd())}
      />
    );
  }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm">
        {usable.map((connector) => (
          <UnstyledButton
            key={connector.id}
            className={cards["card"] ?? ""}
            onClick={() => chooseConnector(connector)}
          >
            <KindPicture icon={able.get(connector.kindId)?.icon} size={32} />
            <span>
              <Text fw={600} component="span" display="block">
                {connector.name}
              </Text>
              <Text size="sm" c="var(--ink-faint)" component="span">
                {able.get(connector.kindId)?.name}
              </Text>
            </span>
          </UnstyledButton>
        ))}
        <PostedCard direction={direction} onChoose={() => onChoose(postedEnd())} />
      </SimpleGrid>
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setIsMaking(true)}
        >
          New connector
        </Button>
      </Group>
    </Stack>
  );
}

function PostedCard({
  direction,
  onChoose,
}: {
  readonly direction: Direction;
  readonly onChoose: () => void;
}): ReactNode {
  return (
    <UnstyledButton className={cards["card"] ?? ""} onClick={onChoose}>
      <IconApi size={32} aria-hidden />
      <span>
        <Text fw={600} component="span" display="block">
          {POSTED[direction].title}
        </Text>
        <Text size="sm" c="var(--ink-faint)" component="span">
          {POSTED[direction].about}
        </Text>
      </span>
    </UnstyledButton>
  );
}

function NewConnectorHere({
  direction,
  onCreated,
  onCancel,
  onPosted,
}: {
  readonly direction: Direction;
  readonly onCreated: (connector: ConnectorRecord) => void;
  readonly onCancel: (() => void) | undefined;
  readonly onPosted: () => void;
}): ReactNode {
  const [kind, setKind] = useState<ConnectorKind>();
  const [{ data }] = useQuery({
    query: KINDS,
    variables: { direction: direction === "source" ? ("SOURCE" as const) : ("DESTINATION" as const) },
  });
  const kinds = data?.connectorKinds ?? [];
  return (
    <Stack>
      <Group>
        <Title order={2}>{kind === undefined ? "New connector" : `New connector: ${kind.name}`}</Title>
        {kind !== undefined && (
          <Button size="compact-sm" variant="default" onClick={() => setKind(undefined)}>
            Choose another kind
          </Button>
        )}
        {onCancel !== undefined && (
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Use an existing connector
          </Button>
        )}
      </Group>
      {kind === undefined ? (
        <>
          <KindCatalogue kinds={kinds} onChoose={setKind} />
          <Title order={2}>Programs</Title>
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
            <PostedCard direction={direction} onChoose={onPosted} />
          </SimpleGrid>
        </>
      ) : (
        <NewConnector key={kind.id} kind={kind} onCreated={onCreated} />
      )}
    </Stack>
  );
}

function endWith({ id, name, kindId, mode }: ConnectorRecord): EndDraft {
  return { connection: mode, connectorId: id, connectorName: name, kindId, configuration: {} };
}

function postedEnd(): EndDraft {
  return { connection: "API", connectorId: null, connectorName: "", kindId: "", configuration: {} };
}
