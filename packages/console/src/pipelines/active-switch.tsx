import { Switch } from "@mantine/core";
import type { ReactNode } from "react";

import { useAction } from "../parts/use-action.ts";
import { UPDATE_PIPELINE, type PipelineRow } from "./pipeline-queries.ts";

/** Activates a pipeline, or keeps it from being run. */
export function ActiveSwitch({
  pipeline: { id, name, active, mayManage },
  label,
}: {
  readonly label?: string;
  readonly pipeline: Pick<PipelineRow, "active" | "id" | "mayManage" | "name">;
}): ReactNode {
  const { run, busy } = useAction(UPDATE_PIPELINE);
  return (
    <Switch
      label={label}
      aria-label={label === undefined ? `${name} is active` : undefined}
      checked={active}
      disabled={!mayManage || busy}
      onChange={({ currentTarget }) => void run({ input: { id, active: currentTarget.checked } })}
    />
  );
}
