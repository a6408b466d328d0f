import type { Application, Job, PageSummary } from "@galley/core/domain";
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
  summary: "Tells how far a document is, with an entry for each page that is done.",
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
      message: await messageOf(application, job),
      detail: pages.map(pageDetailOf),
    };
  },
});

/**
 * A result that did not reach its webhook can still be retrieved: the status stays as it is, since clients wait for
 * nothing else, and the message has the word of the documentation.
 */
async function messageOf({ webhooks }: Application, job: Job): Promise<string> {
  if (job.webhookName === null || job.status !== "processed") return job.statusMessage;
  const [deliveries = []] = await webhooks.deliveriesOfEach([job]);
  const lost = deliveries.some(({ state }) => state === "given_up" || state === "disabled");
  const exceeded = `webhook_retries_exceeded: the webhook "${job.webhookName}" did not take the result; retrieve it`;
  return [job.statusMessage, ...(lost ? [exceeded] : [])].filter(Boolean).join(" ");
}

function pageDetailOf(page: PageSummary): z.output<typeof pageDetail> {
  return {
    page_no: page.number,
    message: page.ok ? ["extraction_success", page.message].filter(Boolean).join(": ") : page.message,
    execution_time_in_seconds: Math.round(page.seconds),
  };
}
