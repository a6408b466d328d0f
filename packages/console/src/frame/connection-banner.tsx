import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useSyncExternalStore, type ReactNode } from "react";

import { isConnectionLost, onConnectionChange } from "../api/connection.ts";
import classes from "./frame.module.css";

/** Says that what is shown may be out of date, while the connection for live changes is lost. */
export function ConnectionBanner(): ReactNode {
  const isLost = useSyncExternalStore(onConnectionChange, isConnectionLost);
  return (
    <div role="status">
      {isLost && (
        <Alert
          className={classes["banner"] ?? ""}
          color="yellow"
          mb="md"
          icon={<IconPlugConnectedX aria-hidden size={18} />}
          title="No connection to the service"
        >
          What you see may be out of date. It is updated when the connection is back.
        </Alert>
      )}
    </div>
  );
}
