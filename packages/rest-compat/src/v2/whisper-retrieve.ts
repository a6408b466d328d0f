import type { PageOutcome } from "@galley/core/domain";
import { z } from "zod";
import { documentResult, documentResultInPieces } from "../result/document-result.ts";
import { endpoint, OtherAnswer } from "../http/endpoint.ts";
import { Refusal } from "../http/errors.ts";
import { JSON_EXACTLY } from "../http/http-answer.ts";
import { type InPieces, jsonInPieces, Pieces } from "../http/pieces.ts";
import { documentedStatus } from "../result/job-status.ts";
import { flag, requiredText } from "../http/parameters.ts";
import { rounded } from "../result/rounded.ts";

const retrieved = documentResult.extend({
  whisper_metadata: z.object({
    avg_page_processing_time: z.number(),
    /** An extension: what recognised the words of each page; absent if none was recognised. */
    recognition: z
      .array(
        z.object({
          page_no: z.int(),
          confidence: z.number(),
          engines: z.array(z.object({ engine: z.string(), model: z.string(), words: z.int() })),
        }),
      )
      .optional(),
  }),
});

/** Returns the text, once. */
export const whisperRetrieve = endpoint({
  method: "GET",
  path: "/api/v2/whisper-retrieve",
  summary: "Returns the text, once.",
  query: z.object({
    whisper_hash: requiredText(),
    text_only: flag(z.boolean().default(false)),
    original: flag(z.boolean().default(false)),
  }),
  body: "none",
  changes: true,
  response: { status: 200, body: z.union([retrieved, z.string()]) },
  refusals: {
    NOT_FOUND: [404, "Whisper job unknown"],
    ALREADY_DELIVERED: [400, "Whisper already delivered"],
  },
  async handle({ application, caller, query, disconnected }) {
    const { id, status } = await application.jobs.find(caller, { handle: query.whisper_hash });
    if (status !== "processed" && status !== "retrieved") {
      throw new Refusal(400, `Whisper not ready : ${documentedStatus(status)}`);
    }
    const retrieval = await application.jobs.openText(
      caller,
      { id },
      {
        signal: disconnected,
        original: query.original,
      },
    );
    const beforeEnd = retrieval.markDelivered;
    if (query.text_only) {
      return new OtherAnswer(200, new Pieces("text", retrieval.content.textByPage()), { beforeEnd });
    }
    const result: InPieces<z.output<typeof retrieved>> = {
      ...documentResultInPieces(retrieval),
      whisper_metadata: {
        avg_page_processing_time: meanSeconds(retrieval.pages),
        ...recognitionOf(retrieval.pages),
      },
    };
    const headers = { "content-type": JSON_EXACTLY };
    return new OtherAnswer(200, jsonInPieces(result), { headers, beforeEnd });
  },
});

type Recognition = Pick<z.output<typeof retrieved>["whisper_metadata"], "recognition">;

function recognitionOf(pages: readonly PageOutcome[]): Recognition {
  const recognition = pages.flatMap((page) => {
    if (!page.ok || page.recognisers === undefined) return [];
    const confidence = rounded(page.confidence ?? 0, 3);
    return [{ page_no: page.number, confidence, engines: [...page.recognisers] }];
  });
  return recognition.length === 0 ? {} : { recognition };
}

function meanSeconds(pages: readonly PageOutcome[]): number {
  const total = pages.reduce((sum, page) => sum + page.seconds, 0);
  return pages.length === 0 ? 0 : rounded(total / pages.length, 3);
}
