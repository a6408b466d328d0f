import { DomainError, type JobStatus } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { requiredText } from "../parameters.ts";

const STATUSES = ["processing", "processed", "delivered", "unknown"] as const;

/** Of a job that failed there is no text; who comes for it hears why. */
const STATUS_OF_JOB = {
  accepted: "processing",
  processing: "processing",
  processed: "processed",
  failed: "processed",
  cancelled: "processed",
  retrieved: "delivered",
} as const satisfies Record<JobStatus, (typeof STATUSES)[number]>;

/** How far a document is. A hash that stands for nothing is a status of its own. */
export const whisperStatus = endpoint({
  method: "GET",
  path: "/v1/whisper-status",
  summary: "Tells how far a document is.",
  query: z.object({ "whisper-hash": requiredText() }),
  body: "none",
  response: { status: 200, body: z.object({ status: z.enum(STATUSES) }) },
  async handle({ application, caller, query: { "whisper-hash": handle } }) {
    try {
      const { status } = await application.jobs.find(caller, { handle });
      return { status: STATUS_OF_JOB[status] };
    } catch (error) {
      if (error instanceof DomainError && error.code === "NOT_FOUND") return { status: "unknown" } as const;
      throw error;
    }
  },
});
