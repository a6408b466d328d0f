import { IconPlug } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./connectors.module.css";

/** The picture of a connector kind, as the service serves it. The kind's name stands beside it or in `label`. */
export function KindPicture({
  icon,
  label = "",
  size = 24,
}: {
  readonly icon: string | undefined;
  readonly label?: string;
  readonly size?: number;
}): ReactNode {
  if (icon === undefined) return <IconPlug size={size} aria-label={label} role="img" />;
  return (
    <img className={classes["picture"]} src={icon} alt={label} title={label} width={size} height={size} />
  );
}
