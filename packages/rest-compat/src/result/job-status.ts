import type { JobStatus } from "@galley/core/domain";

export const DOCUMENTED_STATUSES = ["accepted", "processing", "processed", "error", "retrieved"] as const;

const DOCUMENTED_STATUS = {
  accepted: "accepted",
  processing: "processing",
  processed: "processed",
  retrieved: "retrieved",
  failed: "error",
  cancelled: "error",
} as const satisfies Record<JobStatus, (typeof DOCUMENTED_STATUSES)[number]>;

export function documentedStatus(status: JobStatus): (typeof DOCUMENTED_STATUSES)[number] {
  return DOCUMENTED_STATUS[status];
}
