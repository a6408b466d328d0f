import {
  IconChartBar,
  IconFiles,
  IconHome,
  IconKey,
  IconPlug,
  IconRoute,
  IconServer,
  IconTable,
  IconUsers,
  IconWebhook,
  type Icon,
} from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";

export interface ScreenEntry {
  readonly to: LinkProps["to"] & string;
  readonly label: string;
  readonly icon: Icon;
  readonly managersOnly?: boolean;
}

/** The screens as the navigation groups them. */
export const SCREEN_GROUPS: readonly { readonly name?: string; readonly entries: readonly ScreenEntry[] }[] =
  [
    {
      entries: [
        { to: "/", label: "Home", icon: IconHome },
        { to: "/documents", label: "Documents", icon: IconFiles },
        { to: "/fields", label: "Fields", icon: IconTable },
        { to: "/pipelines", label: "Pipelines", icon: IconRoute },
        { to: "/connectors", label: "Connectors", icon: IconPlug },
      ],
    },
    {
      name: "API",
      entries: [
        { to: "/keys", label: "Keys & tokens", icon: IconKey },
        { to: "/webhooks", label: "Webhooks", icon: IconWebhook },
        { to: "/usage", label: "Usage", icon: IconChartBar },
      ],
    },
    {
      name: "Team",
      entries: [
        { to: "/people", label: "People", icon: IconUsers },
        { to: "/system", label: "System", icon: IconServer, managersOnly: true },
      ],
    },
  ];

export const SCREENS: readonly ScreenEntry[] = SCREEN_GROUPS.flatMap(({ entries }) => entries);
