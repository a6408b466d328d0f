import type { Job } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { requiredText } from "../http/parameters.ts";
import { rounded } from "../result/rounded.ts";

/** Facts about a job, which remain after its text is deleted. What has not happened yet is null. */
export const whisperDetail = endpoint({
  method: "GET",
  path: "/api/v2/whisper-detail",
  summary:
    "Returns facts about a job, such as page counts and processing time, also after the text was deleted.",
  query: z.object({ whisper_hash: requiredText() }),
  body: "none",
  response: {
    status: 200,
    body: z.object({
      whisper_hash: z.string(),
      mode: z.string(),
      tag: z.string(),
      requested_pages: z.int(),
      processed_pages: z.int(),
      total_pages: z.int(),
      upload_file_size_in_kb: z.number(),
      processing_started_at: z.string().nullable(),
      completed_at: z.string().nullable(),
      processing_time_in_seconds: z.number(),
    }),
  },
  refusals: { NOT_FOUND: [400, "Record not found"] },
  async handle({ application, caller, query }) {
    const job = await application.jobs.find(caller, { handle: query.whisper_hash });
    return {
      whisper_hash: job.handle,
      mode: job.options.mode,
      tag: job.tag,
      requested_pages: job.pagesSelected ?? 0,
      processed_pages: job.pagesDone,
      total_pages: job.pageCount ?? 0,
      upload_file_size_in_kb: rounded((job.file?.bytes ?? 0) / 1024, 3),
      processing_started_at: job.startedAt?.toUTCString() ?? null,
      completed_at: job.settledAt?.toUTCString() ?? null,
      processing_time_in_seconds: processingSeconds(job),
    };
  },
});

function processingSeconds({ startedAt, settledAt }: Job): number {
  return startedAt && settledAt ? (settledAt.getTime() - startedAt.getTime()) / 1000 : 0;
}
