import { Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";

import classes from "./parts.module.css";

/** Rows of a list that is loading; nothing is shown within the first 300 ms. */
export function RowSkeletons({ rows = 6 }: { readonly rows?: number }): ReactNode {
  return (
    <Stack gap={8} className={classes["late"] ?? ""} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <Skeleton key={index} height={32} />
      ))}
    </Stack>
  );
}
