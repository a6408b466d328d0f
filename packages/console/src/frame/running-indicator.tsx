import { Group, Loader } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { useRunningCount } from "../documents/live/live-jobs-context.tsx";
import classes from "./frame.module.css";

/** How many documents wait or are being read, from anywhere in the console. */
export function RunningIndicator(): ReactNode {
  const count = useRunningCount();
  return (
    <div role="status">
      {count > 0 && (
        <Link
          to="/documents"
          search={{ status: ["ACCEPTED", "PROCESSING"] }}
          className={classes["running"] ?? ""}
        >
          <Group gap={6} wrap="nowrap">
            <Loader size={12} aria-hidden />
            <span>
              {count} <span className={classes["wide"]}>running</span>
            </span>
          </Group>
        </Link>
      )}
    </div>
  );
}
