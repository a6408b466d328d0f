import type { RetrievedText } from "@galley/core/domain";
import { z } from "zod";
import { JSON_EXACTLY, TEXT } from "../http/http-answer.ts";
import { jsonPieces, TextPieces } from "../http/json-pieces.ts";
import { StreamedBody } from "../http/streamed-body.ts";

/** The text alone, or as a member of a JSON object if `output_json` is true. */
export const documentText = z.union([z.string(), z.object({ text: z.string() })]);

/** A `documentText`. */
export function documentTextAs(
  retrieved: Pick<RetrievedText, "textByPage">,
  { asJson }: { readonly asJson: boolean },
): StreamedBody {
  const pages = retrieved.textByPage();
  if (!asJson) return new StreamedBody(TEXT, pages);
  return new StreamedBody(JSON_EXACTLY, jsonPieces({ text: new TextPieces(pages) }));
}
