import type { SettledJob } from "@galley/core/domain";
import { z } from "zod";
import { confidenceMetadata, confidenceMetadataOf } from "./confidence-metadata.ts";
import { lineRow, lineRowOf } from "./line-metadata.ts";

/** The result of a document, as `whisper-retrieve` returns it and webhooks receive it. */
export const documentResult = z.object({
  result_text: z.string(),
  confidence_metadata: confidenceMetadata,
  line_metadata: z.array(lineRow),
  metadata: z.object({}),
  /** As submitted. */
  webhook_metadata: z.string(),
});

export function documentResultOf({ job, text, lines, pages }: SettledJob): z.output<typeof documentResult> {
  return {
    result_text: text,
    confidence_metadata: confidenceMetadataOf(lines, pages),
    line_metadata: job.options.addLineNumbers ? lines.map(lineRowOf) : [],
    metadata: {},
    webhook_metadata: job.webhookMetadata,
  };
}
