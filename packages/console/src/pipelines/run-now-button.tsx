import { Button, type ButtonProps } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";

import { useAction } from "../parts/use-action.ts";
import { RUN_PIPELINE } from "./pipeline-queries.ts";

/** Starts a run and opens it. */
export function RunNowButton({
  pipelineId,
  name,
  ...look
}: ButtonProps & { readonly pipelineId: string; readonly name: string }): ReactNode {
  const { run, busy } = useAction(RUN_PIPELINE);
  const navigate = useNavigate();
  const start = async (): Promise<void> => {
    const answer = await run({ input: { pipelineId } });
    if (answer === undefined) return;
    await navigate({ to: "/runs/$runId", params: { runId: answer.runPipeline.run.id } });
  };
  return (
    <Button
      {...look}
      loading={busy}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={`Run now: ${name}`}
      onClick={() => void start()}
    >
      Run now
    </Button>
  );
}
