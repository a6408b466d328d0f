import type { PageOutcome } from "@galley/core/domain";
import { z } from "zod";
import { confidenceMetadata, confidenceMetadataOf } from "./confidence-metadata.ts";
import { endpoint } from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { documentedStatus } from "./job-status.ts";
import { lineRow, lineRowOf } from "./line-metadata.ts";
import { flag, requiredText } from "./parameters.ts";
import { rounded } from "./rounded.ts";

const retrieved = z.object({
  result_text: z.string(),
  confidence_metadata: confidenceMetadata,
  line_metadata: z.array(lineRow),
  metadata: z.object({}),
  webhook_metadata: z.string(),
  whisper_metadata: z.object({ avg_page_processing_time: z.number() }),
});

/** Hands out the text, once. */
export const whisperRetrieve = endpoint({
  method: "GET",
  path: "/api/v2/whisper-retrieve",
  query: z.object({ whisper_hash: requiredText(), text_only: flag(z.boolean().default(false)) }),
  body: "none",
  changes: true,
  response: { status: 200, body: z.union([retrieved, z.string()]) },
  refusals: {
    NOT_FOUND: [404, "Whisper job unknown"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({ application, caller, query }) {
    const reference = { handle: query.whisper_hash };
    const { status } = await application.jobs.find(caller, reference);
    if (status !== "processed" && status !== "retrieved") {
      throw new Refusal(400, `Whisper not ready : ${documentedStatus(status)}`);
    }
    const { job, text, lines, pages } = await application.jobs.retrieveText(caller, reference);
    if (query.text_only) return text;
    return {
      result_text: text,
      confidence_metadata: confidenceMetadataOf(lines, pages),
      line_metadata: job.options.addLineNumbers ? lines.map(lineRowOf) : [],
      metadata: {},
      webhook_metadata: "",
      whisper_metadata: { avg_page_processing_time: meanSeconds(pages) },
    };
  },
});

function meanSeconds(pages: readonly PageOutcome[]): number {
  const total = pages.reduce((sum, page) => sum + page.seconds, 0);
  return pages.length === 0 ? 0 : rounded(total / pages.length, 3);
}
