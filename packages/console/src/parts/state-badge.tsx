import { Badge } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconLoader2,
  IconX,
  type Icon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";

export type State = "cancelled" | "done" | "failed" | "partly" | "queued" | "running";

const LOOKS: Readonly<Record<State, { readonly color: string; readonly icon: Icon }>> = {
  cancelled: { color: "gray", icon: IconBan },
  done: { color: "green", icon: IconCheck },
  failed: { color: "red", icon: IconX },
  partly: { color: "yellow", icon: IconAlertTriangle },
  queued: { color: "gray", icon: IconClock },
  running: { color: "ink", icon: IconLoader2 },
};

/** A state as a word with an icon and a colour, so that it never depends on colour alone. */
export function StateBadge({ state, label }: { readonly state: State; readonly label: string }): ReactNode {
  const { color, icon: Picture } = LOOKS[state];
  return (
    <Badge
      variant="light"
      color={color}
      radius="sm"
      tt="none"
      miw="max-content"
      leftSection={<Picture aria-hidden size={12} />}
    >
      {label}
    </Badge>
  );
}
