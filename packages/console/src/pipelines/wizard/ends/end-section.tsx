import { Button, Group, Stack, Text } from "@mantine/core";
import { IconApi } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { useQuery } from "urql";

import type { ConnectionType } from "../../../generated/graphql.ts";
import { KINDS } from "../../../connectors/connector-queries.ts";
import { KindPicture } from "../../../connectors/kind-picture.tsx";
import { ConnectorPicker, type Direction } from "./connector-picker.tsx";
import { DestinationFiles } from "./destination-files.tsx";
import { DestinationTable } from "./destination-table.tsx";
import type { EndDraft } from "../draft.ts";
import type { EndProps } from "./end-props.ts";
import { SourceFiles } from "./source-files.tsx";
import { SourceTable } from "./source-table.tsx";

/** One end of a pipeline: its connector, and what is read or written there. */
export function EndSection({
  end,
  direction,
  onChange,
}: EndProps & { readonly direction: Direction }): ReactNode {
  if (end.connection === null) return <ConnectorPicker direction={direction} onChoose={onChange} />;
  return (
    <Stack>
      <ChosenConnector
        end={end}
        direction={direction}
        onDrop={() => onChange({ ...end, connection: null, connectorId: null, configuration: {} })}
      />
      <Configuration end={end} direction={direction} onChange={onChange} />
    </Stack>
  );
}

function ChosenConnector({
  end: { connection, connectorName, kindId },
  direction,
  onDrop,
}: {
  readonly end: EndDraft;
  readonly direction: Direction;
  readonly onDrop: () => void;
}): ReactNode {
  const [{ data }] = useQuery({ query: KINDS, variables: {} });
  const kind = data?.connectorKinds.find(({ id }) => id === kindId);
  return (
    <Group gap="sm">
      {connection === "API" ? <IconApi size={24} aria-hidden /> : <KindPicture icon={kind?.icon} />}
      <Text fw={600}>
        {connection === "API" ? "Public address" : connectorName || "A connector you cannot see"}
      </Text>
      {kind !== undefined && <Text c="var(--ink-faint)">{kind.name}</Text>}
      <Button size="compact-sm" variant="default" onClick={onDrop} aria-label={`Choose another ${direction}`}>
        Choose another
      </Button>
    </Group>
  );
}

function Configuration({
  end,
  direction,
  onChange,
}: EndProps & { readonly direction: Direction }): ReactNode {
  const Section = SECTIONS[direction][end.connection ?? "API"];
  return <Section end={end} onChange={onChange} />;
}

const SECTIONS = {
  source: { FILE_SYSTEM: SourceFiles, DATABASE: SourceTable, API: PostedFiles },
  destination: { FILE_SYSTEM: DestinationFiles, DATABASE: DestinationTable, API: FetchedTexts },
} as const satisfies Record<Direction, Record<ConnectionType, ComponentType<EndProps>>>;

function PostedFiles(): ReactNode {
  return (
    <Text maw={560}>
      Programs post their files to the address of the pipeline. You find it, with its key and an example, on
      the pipeline&apos;s page.
    </Text>
  );
}

function FetchedTexts(): ReactNode {
  return (
    <Text maw={560}>
      Programs fetch the texts from the address of the pipeline. You find it, with its key and an example, on
      the pipeline&apos;s page.
    </Text>
  );
}
