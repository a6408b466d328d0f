import type { JobChange, JobOrder, JobPriority, JobStatus } from "@galley/core/domain";
import { enumType } from "../enums/enum-type.ts";

export const JobPriorityEnum = enumType<JobPriority>(
  "JobPriority",
  "How often waiting documents are taken from the queue. Credentials take turns, however many documents each has sent.",
  {
    high: "Twice as often as normal.",
    normal: "The default.",
    low: "A quarter as often as normal.",
  },
);

export const JobStatusEnum = enumType<JobStatus>("JobStatus", "Status of a job.", {
  accepted: "Durably stored and queued.",
  processing: "Its pages are being read.",
  processed: "All pages are finished; the text can be retrieved.",
  retrieved: "The text was retrieved. It stays readable until `textExpiresAt`.",
  failed: "The document could not be read; the status message says why.",
  cancelled: "Cancelled by a caller before it was finished.",
});

export const JobOrderFieldEnum = enumType<JobOrder["by"]>("JobOrderField", "Sort keys of jobs.", {
  submitted_at: "Time of submission.",
  name: "File name, ignoring case.",
});

export const JobChangeKindEnum = enumType<JobChange["kind"]>("JobChangeKind", "Kinds of job changes.", {
  status: "The job's current status.",
  page: "A finished page.",
});
