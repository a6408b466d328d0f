import type { Row } from "../../layout/rows/rows.ts";
import { isItemNumber, isPageNumber } from "../geometry/markers.ts";
import { isNumeric } from "../geometry/table-line.ts";

/** A place to write at, such as that of a signature or its date. */
const TO_WRITE_AT = /(?:\.{5}|…{2}|_{5})$/u;

/** Whether a row has several cells; entries of a table of contents, each with one page number, are text. */
export function isCells({ segments, isText }: Row): boolean {
  if (segments.length < 2 || isText === true) return false;
  const marked = isItemNumber(segments[0]?.text ?? "") ? 1 : 0;
  if (segments.length - marked < 2) return false;
  if (segments.length === 2 && TO_WRITE_AT.test(segments[1]?.text ?? "")) return false;
  if (segments.some(({ isFilled }) => isFilled === true)) return false;
  const end = segments.findIndex(({ followsLeader }) => followsLeader === true);
  if (end < 0) return true;
  const after = segments.slice(end);
  const isOnlyLeader = after.slice(1).every(({ followsLeader }) => followsLeader !== true);
  return (after.length > 1 && isOnlyLeader) || areValues(after.map(({ text }) => text));
}

/** Whether a leader leads to values, which may stand as near as words, rather than to one page number. */
function areValues(texts: readonly string[]): boolean {
  const [only, other] = texts.flatMap((text) => (isNumeric(text) ? [text] : text.split(/\s+/u)));
  const isPage = only !== undefined && other === undefined && isPageNumber(only);
  return !isPage && texts.flatMap((text) => text.split(/\s+/u)).every((word) => isNumeric(word));
}
