import type { DocumentContext } from "../../../document/document-context.ts";
import type { Segment, SegmentLine } from "../../../text/segment.ts";
import { hasLegalForm, isName } from "../../../values/company-names.ts";
import type { Party } from "./party.ts";

/** A name goes on in the next line if the first word of that does not fit beside it; some departments do not fit either. */
export function withNextLine(party: Party, { lines }: DocumentContext): Party {
  const { name, end } = party;
  const at = lines.findIndex(({ segments }) => segments.includes(name));
  const near = lines.slice(at, at + NEAR_LINES);
  // Lines of other columns may stand between those of this one.
  const below = near
    .slice(1)
    .flatMap(({ segments }) => segments)
    .find(({ box }) => Math.abs(box.x0 - name.box.x0) < 3);
  const [word] = below?.words ?? [];
  if (at === -1 || below === undefined || word === undefined || end < name.text.length) return party;
  const height = name.box.y1 - name.box.y0;
  const isClose = below.page === name.page && below.box.y0 - name.box.y1 < WRAP_GAP * height;
  const edge = rightEdge(name, near, lines);
  const isFull = name.box.x1 + SPACE + word.box.x1 - word.box.x0 > edge;
  const isRest = isName(below.text) && !/[\d:：/@]/u.test(below.text) && !hasLegalForm(name.text);
  if (!isClose || !isFull || !isRest) return party;
  return {
    ...party,
    below,
    confidence: Math.min(party.confidence, WRAPPED_CONFIDENCE),
    area: { ...party.area, y1: Math.max(party.area.y1, below.box.y1) },
  };
}

/** Gap between lines of a name in multiples of their height. */
const WRAP_GAP = 0.8;
/** Lines whose texts say where the next column begins. */
const NEAR_LINES = 4;
/** Points between words, and at least between columns. */
const SPACE = 3;
const WRAPPED_CONFIDENCE = 0.85;

/** Where a name has to wrap: at the next column, else at the right edge of the page's text. */
function rightEdge(
  { page, box }: Segment,
  near: readonly SegmentLine[],
  lines: readonly SegmentLine[],
): number {
  const right = near
    .flatMap(({ segments }) => segments)
    .filter((other) => other.page === page && other.box.x0 > box.x1);
  const edges = lines.filter((line) => line.page === page).map(({ whole }) => whole.box.x1 + SPACE);
  return Math.min(...right.map((other) => other.box.x0 - SPACE), Math.max(...edges));
}
