import "@mantine/charts/styles.layer.css";
import { Sparkline } from "@mantine/charts";
import type { ReactNode } from "react";

/** One value a minute as a small line, without focus: its numbers are beside it as text. */
export function QueueChart({ values }: { readonly values: readonly number[] }): ReactNode {
  return (
    <div inert>
      <Sparkline
        h={56}
        data={[...values]}
        color="ink.5"
        fillOpacity={0.25}
        strokeWidth={1.5}
        areaProps={{ isAnimationActive: false }}
      />
    </div>
  );
}
