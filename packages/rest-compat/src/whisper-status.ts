import type { PageSummary } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { DOCUMENTED_STATUSES, documentedStatus } from "./job-status.ts";
import { requiredText } from "./parameters.ts";

const pageDetail = z.object({
  page_no: z.int(),
  message: z.string(),
  execution_time_in_seconds: z.int(),
});

/** How far a job is, with an entry for each page that is done. */
export const whisperStatus = endpoint({
  method: "GET",
  path: "/api/v2/whisper-status",
  query: z.object({ whisper_hash: requiredText() }),
  body: "none",
  response: {
    status: 200,
    body: z.object({
      status: z.enum(DOCUMENTED_STATUSES),
      message: z.string(),
      detail: z.array(pageDetail),
    }),
  },
  refusals: { NOT_FOUND: [400, "Whisper job not found for the provided whisper hash"] },
  async handle({ application, caller, query }) {
    const job = await application.jobs.find(caller, { handle: query.whisper_hash });
    const pages = await application.jobs.pageSummaries(job);
    return {
      status: documentedStatus(job.status),
      message: job.statusMessage,
      detail: pages.map(pageDetailOf),
    };
  },
});

function pageDetailOf(page: PageSummary): z.output<typeof pageDetail> {
  return {
    page_no: page.number,
    message: page.ok ? ["extraction_success", page.message].filter(Boolean).join(": ") : page.message,
    execution_time_in_seconds: Math.round(page.seconds),
  };
}
