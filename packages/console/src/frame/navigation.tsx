import { NavLink } from "@mantine/core";
import {
  IconChartBar,
  IconFiles,
  IconHome,
  IconKey,
  IconPlug,
  IconRoute,
  IconServer,
  IconUsers,
  IconWebhook,
  type Icon,
} from "@tabler/icons-react";
import { Link, useLocation, type LinkProps } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";

import classes from "./frame.module.css";
import { useIsManager } from "./viewer.ts";

interface Entry {
  readonly to: LinkProps["to"] & string;
  readonly label: string;
  readonly icon: Icon;
  readonly managersOnly?: boolean;
}

const GROUPS: readonly { readonly name?: string; readonly entries: readonly Entry[] }[] = [
  {
    entries: [
      { to: "/", label: "Home", icon: IconHome },
      { to: "/documents", label: "Documents", icon: IconFiles },
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

export function Navigation({ onNavigate }: { readonly onNavigate: () => void }): ReactNode {
  const { pathname } = useLocation();
  const manager = useIsManager();
  return (
    <nav aria-label="Screens">
      {GROUPS.map(({ name, entries }) => (
        <Fragment key={name ?? "top"}>
          {name !== undefined && <div className={classes["group"]}>{name}</div>}
          {entries
            .filter(({ managersOnly }) => manager || managersOnly !== true)
            .map(({ to, label, icon: Picture }) => (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Picture aria-hidden size={16} stroke={1.6} />}
                active={to === "/" ? pathname === "/" : pathname.startsWith(to)}
                onClick={onNavigate}
              />
            ))}
        </Fragment>
      ))}
    </nav>
  );
}
