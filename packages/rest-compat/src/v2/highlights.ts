import type { Job, NumberedLine } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Refusal } from "../http/errors.ts";
import { lineRow, lineRowOf } from "../result/line-metadata.ts";
import { flag, requiredText, word } from "../http/parameters.ts";
import { rounded } from "../result/rounded.ts";

const lineHighlight = z.object({
  page: z.int(),
  base_y: z.int(),
  base_y_percent: z.number(),
  height: z.int(),
  height_percent: z.number(),
  page_height: z.int(),
  raw: lineRow,
  /** Present only if the job was submitted with `include_line_confidence`. */
  confidence: z.number().optional(),
});

/** Selects every line. */
const ALL_LINES = "all";

const NO_METADATA = [400, "Line metadata not found"] as const;

/** The positions of lines, by line number; available even after the text is deleted. */
export const highlights = endpoint({
  method: "GET",
  path: "/api/v2/highlights",
  summary: "Returns the positions of lines on their pages, also after the text was retrieved.",
  query: z.object({
    whisper_hash: requiredText(),
    lines: word(z.string().optional()),
    extract_all_lines: flag(z.boolean().default(false)),
  }),
  body: "none",
  response: { status: 200, body: z.record(z.string(), lineHighlight) },
  refusals: { NOT_FOUND: NO_METADATA, NOT_READY: NO_METADATA },
  async handle({ application, caller, query: { whisper_hash: handle, lines, extract_all_lines } }) {
    if (!extract_all_lines && lines === undefined) {
      throw new Refusal(400, "lines: required unless extract_all_lines is true");
    }
    const job = await application.jobs.find(caller, { handle });
    if (!hasLineMetadata(job)) throw new Refusal(...NO_METADATA);
    const everyLine = extract_all_lines || lines?.toLowerCase() === ALL_LINES;
    const found = await application.jobs.highlights(caller, { handle }, everyLine ? undefined : lines);
    return highlightsByNumber(found, job);
  },
});

/** Only numbered lines have line metadata, and the lines of an interrupted job are not those of its text. */
function hasLineMetadata({ options, status }: Job): boolean {
  return options.addLineNumbers && (status === "processed" || status === "retrieved");
}

function highlightsByNumber(
  lines: readonly NumberedLine[],
  { options }: Job,
): Record<string, z.output<typeof lineHighlight>> {
  const withConfidence = options.includeLineConfidence && options.outputMode === "layout_preserving";
  return Object.fromEntries(
    lines.map(({ number, metadata }) => {
      const [page, baseY, height, pageHeight] = lineRowOf(metadata);
      const highlight = {
        page,
        base_y: baseY,
        base_y_percent: percent(baseY, pageHeight),
        height,
        height_percent: percent(height, pageHeight),
        page_height: pageHeight,
        raw: [page, baseY, height, pageHeight],
        ...(withConfidence && { confidence: rounded(metadata?.confidence ?? 0, 3) }),
      } satisfies z.output<typeof lineHighlight>;
      return [`${number}`, highlight];
    }),
  );
}

function percent(length: number, pageHeight: number): number {
  return pageHeight === 0 ? 0 : rounded((length / pageHeight) * 100, 4);
}
