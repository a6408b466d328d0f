import type { Application, Job, PageSummary } from "@galley/core/domain";
import { z } from "zod";
import { endpoint, WithHeaders } from "../http/endpoint.ts";
import { documentLink, DOCUMENT_LINK } from "../result/document-link.ts";
import { DOCUMENTED_STATUSES, documentedStatus } from "../result/job-status.ts";
import { requiredText } from "../http/parameters.ts";

const pageDetail = z.object({
  page_no: z.int(),
  message: z.string(),
  execution_time_in_seconds: z.int(),
});

/** The status of a job, with an entry for each finished page. */
export const whisperStatus = endpoint({
  method: "GET",
  path: "/api/v2/whisper-status",
  summary: "Returns the status of a document, with an entry for each finished page.",
  query: z.object({ whisper_hash: requiredText() }),
  body: "none",
  response: {
    status: 200,
    body: z.object({
      status: z.enum(DOCUMENTED_STATUSES),
      message: z.string(),
      detail: z.array(pageDetail),
    }),
    headers: DOCUMENT_LINK,
  },
  refusals: { NOT_FOUND: [400, "Whisper job not found for the provided whisper hash"] },
  async handle({ application, caller, query }) {
    const job = await application.jobs.find(caller, { handle: query.whisper_hash });
    const pages = await application.jobs.pageSummaries(job);
    const body = {
      status: documentedStatus(job.status),
      message: await messageOf(application, job),
      detail: pages.map(pageDetailOf),
    };
    return new WithHeaders(body, documentLink(job));
  },
});

/**
 * If the webhook did not accept the result, the status stays `processed`, since clients wait for that, and the
 * message begins with the documented word.
 */
async function messageOf({ webhooks }: Application, job: Job): Promise<string> {
  if (job.webhookName === null || job.status !== "processed") return job.statusMessage;
  const [deliveries = []] = await webhooks.deliveriesOfEach([job]);
  const lost = deliveries.some(({ state }) => state === "given_up" || state === "disabled");
  const exceeded = `webhook_retries_exceeded: the webhook "${job.webhookName}" did not accept the result; retrieve it with whisper-retrieve`;
  return [job.statusMessage, ...(lost ? [exceeded] : [])].filter(Boolean).join(" ");
}

function pageDetailOf(page: PageSummary): z.output<typeof pageDetail> {
  return {
    page_no: page.number,
    message: page.ok ? ["extraction_success", page.message].filter(Boolean).join(": ") : page.message,
    execution_time_in_seconds: Math.round(page.seconds),
  };
}
