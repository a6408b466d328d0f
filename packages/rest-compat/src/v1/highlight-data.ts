import { MAX_TERM_LENGTH, type PlacedMatch } from "@galley/core/domain";
import { z } from "zod";
import { bytesOf } from "../http/body-bytes.ts";
import { endpoint } from "../http/endpoint.ts";
import { Refusal } from "../http/errors.ts";
import { requiredText } from "../http/parameters.ts";
import { rounded } from "../result/rounded.ts";

const highlight = z.object({
  text: z.string(),
  /** Counted from 0. */
  page: z.int(),
  /** Where the match begins in the text, counted from 0. */
  pos: z.int(),
  left: z.number(),
  top: z.number(),
  width: z.number(),
  height: z.number(),
  /** Levenshtein distance between the term and the match. */
  distance: z.int(),
  location_type: z.enum(["points", "inches"]),
});

/** A character has at most four bytes. */
const MAX_TERM_BYTES = 4 * MAX_TERM_LENGTH;

const NO_METADATA = [400, "No metadata was found for the provided whisper-hash"] as const;

/** The positions of a term in the text, also after the text was retrieved. */
export const highlightData = endpoint({
  method: "POST",
  path: "/v1/highlight-data",
  summary:
    "Searches the text for a term, exactly and approximately, and returns the positions of the matches on their pages.",
  query: z.object({ "whisper-hash": requiredText() }),
  body: "text",
  response: { status: 200, body: z.object({ highlight_data: z.array(highlight) }) },
  refusals: { NOT_FOUND: NO_METADATA, NOT_READY: NO_METADATA, CONFLICT: NO_METADATA },
  async handle({ application, caller, query: { "whisper-hash": handle }, body }) {
    const orElse = new Refusal(400, `The search term is longer than ${MAX_TERM_LENGTH} characters.`);
    const term = (await bytesOf(body.content, { maxBytes: MAX_TERM_BYTES, orElse })).toString();
    const { id, keepForSearch } = await application.jobs.find(caller, { handle });
    if (!keepForSearch) throw new Refusal(...NO_METADATA);
    const matches = await application.jobs.searchText(caller, { id }, term);
    return { highlight_data: matches.map(highlightOf) };
  },
});

const POINTS_PER_INCH = 72;

/** Positions on scanned pages are in inches. */
function highlightOf(match: PlacedMatch): z.output<typeof highlight> {
  const { box, text, page, position: pos, distance } = match;
  const isScanned = match.textSource === "ocr";
  const length = (points: number): number => rounded(isScanned ? points / POINTS_PER_INCH : points, 4);
  return {
    text,
    page: page - 1,
    pos,
    left: length(box.x0),
    top: length(box.y0),
    width: length(box.x1 - box.x0),
    height: length(box.y1 - box.y0),
    distance,
    location_type: isScanned ? "inches" : "points",
  };
}
