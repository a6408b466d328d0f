import { Group } from "@mantine/core";
import { IconApi, IconArrowRight, IconQuestionMark } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { KindPicture } from "../connectors/kind-picture.tsx";
import type { PipelineRow } from "./pipeline-queries.ts";

/** Where documents come from and where results go, as pictures with their names. */
export function EndPictures({ source, destination }: Pick<PipelineRow, "destination" | "source">): ReactNode {
  return (
    <Group gap={6} wrap="nowrap">
      <EndPicture end={source} missing="No source yet" />
      <IconArrowRight size={14} aria-label="to" role="img" />
      <EndPicture end={destination} missing="No destination yet" />
    </Group>
  );
}

function EndPicture({
  end: { connection, connectorName, kind },
  missing,
}: {
  readonly end: PipelineRow["source"];
  readonly missing: string;
}): ReactNode {
  if (connection === "API") return <IconApi size={24} role="img" aria-label="Public address" />;
  if (connectorName === null) return <IconQuestionMark size={24} role="img" aria-label={missing} />;
  return <KindPicture icon={kind?.icon} label={`${connectorName} (${kind?.name ?? "unknown kind"})`} />;
}
