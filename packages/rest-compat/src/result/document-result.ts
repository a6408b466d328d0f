import type { LineMetadata, RetrievedText, SettledJob } from "@galley/core/domain";
import { z } from "zod";
import { confidenceMetadata, confidenceMetadataOf } from "./confidence-metadata.ts";
import { lineRow, lineRowOf } from "./line-metadata.ts";
import { type InPieces, Pieces } from "../http/pieces.ts";

/** The result of a document, as `whisper-retrieve` returns it and webhooks receive it. */
export const documentResult = z.object({
  result_text: z.string(),
  confidence_metadata: confidenceMetadata,
  line_metadata: z.array(lineRow),
  metadata: z.object({}),
  /** As submitted. */
  webhook_metadata: z.string(),
});

type DocumentResult = z.output<typeof documentResult>;

export function documentResultOf({ job, content, pages }: SettledJob): DocumentResult {
  return {
    result_text: content.text,
    confidence_metadata: [...confidenceMetadataOf(content, pages)],
    line_metadata: [...lineMetadataOf(job, content.lines)],
    ...ofJob(job),
  };
}

/** The same, computed while it is sent. */
export function documentResultInPieces({ job, content, pages }: RetrievedText): InPieces<DocumentResult> {
  return {
    result_text: new Pieces("text", content.textByPage()),
    confidence_metadata: new Pieces("list", confidenceMetadataOf(content, pages)),
    line_metadata: new Pieces("list", lineMetadataOf(job, content.lineByLine())),
    ...ofJob(job),
  };
}

function* lineMetadataOf(
  { options }: SettledJob["job"],
  lines: Iterable<LineMetadata | null>,
): Generator<DocumentResult["line_metadata"][number], void, undefined> {
  if (!options.addLineNumbers) return;
  for (const line of lines) yield lineRowOf(line);
}

function ofJob({
  webhookMetadata,
}: SettledJob["job"]): Pick<DocumentResult, "metadata" | "webhook_metadata"> {
  return { metadata: {}, webhook_metadata: webhookMetadata };
}
