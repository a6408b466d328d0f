import { NavLink } from "@mantine/core";
import { Link, useLocation } from "@tanstack/react-router";
import { Fragment, type ReactNode } from "react";

import classes from "./frame.module.css";
import { SCREEN_GROUPS } from "./screens.ts";
import { useIsManager } from "./viewer.ts";

export function Navigation({ onNavigate }: { readonly onNavigate: () => void }): ReactNode {
  const { pathname } = useLocation();
  const manager = useIsManager();
  return (
    <nav aria-label="Screens">
      {SCREEN_GROUPS.map(({ name, entries }) => (
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
