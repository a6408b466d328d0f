import { DomainError, type JobStatus } from "@galley/core/domain";
import { z } from "zod";
import { endpoint, WithHeaders } from "../http/endpoint.ts";
import { documentLink, DOCUMENT_LINK } from "../result/document-link.ts";
import { requiredText } from "../http/parameters.ts";

const STATUSES = ["processing", "processed", "delivered", "unknown"] as const;

/** A failed job has no text; retrieving it returns the reason. */
const STATUS_OF_JOB = {
  accepted: "processing",
  processing: "processing",
  processed: "processed",
  failed: "processed",
  cancelled: "processed",
  retrieved: "delivered",
} as const satisfies Record<JobStatus, (typeof STATUSES)[number]>;

/** The status of a document. An unknown hash has a status of its own. */
export const whisperStatus = endpoint({
  method: "GET",
  path: "/v1/whisper-status",
  summary: "Returns the status of a document.",
  query: z.object({ "whisper-hash": requiredText() }),
  body: "none",
  response: { status: 200, body: z.object({ status: z.enum(STATUSES) }), headers: DOCUMENT_LINK },
  async handle({ application, caller, query: { "whisper-hash": handle } }) {
    try {
      const job = await application.jobs.find(caller, { handle });
      return new WithHeaders({ status: STATUS_OF_JOB[job.status] }, documentLink(job));
    } catch (error) {
      if (error instanceof DomainError && error.code === "NOT_FOUND") return { status: "unknown" } as const;
      throw error;
    }
  },
});
