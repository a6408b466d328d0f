import type { MissedSlotPolicy, PipelineKind, PipelineOrder, PipelineRunStatus } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const PipelineKindEnum = enumType<PipelineKind>("PipelineKind", "Kinds of pipelines.", {
  etl: "From files into tables.",
  task: "From files into files.",
  default: "Neither was said.",
  app: "It belongs to an application.",
});

export const PipelineRunStatusEnum = enumType<PipelineRunStatus>(
  "PipelineRunStatus",
  "How the last run of a pipeline ended, or what it does now.",
  {
    yet_to_start: "It never ran.",
    restarting: "A run is about to begin.",
    in_progress: "It is running.",
    success: "Its last run succeeded.",
    failure: "Its last run failed.",
    paused: "It is paused.",
  },
);

export const MissedSlotPolicyEnum = enumType<MissedSlotPolicy>(
  "MissedSlotPolicy",
  "What becomes of slots of a schedule during which no service ran.",
  {
    skip: "Nothing.",
    run_once: "One run makes up for all of them.",
  },
);

export const PipelineOrderFieldEnum = enumType<PipelineOrder["by"]>(
  "PipelineOrderField",
  "By what a list of pipelines is ordered.",
  {
    name: "By name.",
    created_at: "By the time of creation.",
    last_run_at: "By the time of the last run; those that never ran are last.",
    run_count: "By the number of runs.",
  },
);

export const OrderDirectionEnum = enumType<PipelineOrder["direction"]>(
  "OrderDirection",
  "Which end of an order is first.",
  {
    ascending: "The least is first.",
    descending: "The greatest is first.",
  },
);
