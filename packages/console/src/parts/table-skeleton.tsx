import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./table-skeleton.module.css";

/** Rows in the height of those that load; appears after 300 ms. */
export function TableSkeleton({ rows = 5 }: { readonly rows?: number }): ReactNode {
  return (
    <Stack gap={8} className={classes["late"] ?? ""} role="status" aria-busy aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={32} />
      ))}
    </Stack>
  );
}
