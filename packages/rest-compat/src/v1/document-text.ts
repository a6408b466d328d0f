import type { OpenedText } from "@galley/core/domain";
import { z } from "zod";
import { OtherAnswer } from "../http/endpoint.ts";
import { JSON_EXACTLY } from "../http/http-answer.ts";
import { jsonInPieces, Pieces } from "../http/pieces.ts";

/** The text alone, or as a member of a JSON object if `output_json` is true. */
export const documentText = z.union([z.string(), z.object({ text: z.string() })]);

/** A response with a `documentText`. */
export function documentTextAnswer(
  { content, markDelivered: beforeEnd }: Pick<OpenedText, "content" | "markDelivered">,
  { asJson, headers }: { readonly asJson: boolean; readonly headers: Readonly<Record<string, string>> },
): OtherAnswer {
  const text = new Pieces("text", content.textByPage());
  if (!asJson) return new OtherAnswer(200, text, { headers, beforeEnd });
  const ofJson = { "content-type": JSON_EXACTLY, ...headers };
  return new OtherAnswer(200, jsonInPieces({ text }), { headers: ofJson, beforeEnd });
}
