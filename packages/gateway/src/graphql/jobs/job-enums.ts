import type { JobChange, JobPriority, JobStatus } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const JobPriorityEnum = enumType<JobPriority>(
  "JobPriority",
  "How often documents are taken, of those that wait: each credential's in turns, however many it has sent.",
  {
    high: "Twice as often as normal.",
    normal: "As often as those of others.",
    low: "A quarter as often as normal.",
  },
);

export const JobStatusEnum = enumType<JobStatus>("JobStatus", "Where a job stands.", {
  accepted: "Stored and queued; nothing can lose it.",
  processing: "Its pages are being read.",
  processed: "All pages are done; the text can be retrieved.",
  retrieved: "The text was handed out and is no longer kept. Geometry and details stay.",
  failed: "The document could not be read; the status message says why.",
  cancelled: "Stopped by a caller before it was done.",
});

export const JobChangeKindEnum = enumType<JobChange["kind"]>("JobChangeKind", "What a change tells.", {
  status: "The job's status, as it is now.",
  page: "A page that is done.",
});
