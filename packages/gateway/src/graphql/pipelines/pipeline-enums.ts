import type { MissedSlotPolicy, PipelineKind, PipelineOrder, PipelineRunStatus } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const PipelineKindEnum = enumType<PipelineKind>("PipelineKind", "Kinds of pipelines.", {
  etl: "Extracts files into database tables.",
  task: "Extracts files into files.",
  default: "No kind was specified.",
  app: "Belongs to an application.",
});

export const PipelineRunStatusEnum = enumType<PipelineRunStatus>(
  "PipelineRunStatus",
  "Outcome of a pipeline's last run, or its current status.",
  {
    yet_to_start: "Never run.",
    restarting: "A run is about to start.",
    in_progress: "Running.",
    success: "The last run succeeded.",
    partial: "Some files of the last run failed.",
    failure: "The last run failed.",
    paused: "Paused.",
  },
);

export const MissedSlotPolicyEnum = enumType<MissedSlotPolicy>(
  "MissedSlotPolicy",
  "How scheduled runs that were missed while the service was down are handled.",
  {
    skip: "They are skipped.",
    run_once: "One run replaces all of them.",
  },
);

export const PipelineOrderFieldEnum = enumType<PipelineOrder["by"]>(
  "PipelineOrderField",
  "Sort keys of pipelines.",
  {
    name: "Name.",
    created_at: "Creation time.",
    last_run_at: "Time of the last run; pipelines that never ran come last.",
    run_count: "Number of runs.",
  },
);
