import type { Rect } from "../../geometry/rect.ts";
import type { PictureText } from "../reading/read-picture.ts";
import { meanConfidence } from "../words/confidence.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { linesOfText } from "./text/lines-of-text.ts";
import { placedWords } from "./text/placed-words.ts";

/** Words of the built-in recogniser with this confidence and length are in the picture. */
const CERTAIN = 0.85;
const TELLING = /\p{L}{3}/u;

/** With at least so many of them, this share must be in the text, or it is the text of something else. */
const FEWEST_CERTAIN = 6;
const IN_TEXT = 0.4;

/** Most words of a picture: a multiple of those that were read here, some for each unread line, and a few more. */
const TIMES_AS_MANY = 4;
const PER_LINE = 20;
const ANYWAY = 100;

/** Text with places, and notes for the user. */
export interface PlacedReading {
  readonly text: PictureText;
  readonly notes: readonly string[];
}

/**
 * Replaces the words that the built-in recogniser read by those of a service's text.
 *
 * @throws Error if the text cannot be that of the picture.
 */
export function placedByWords(text: string, here: PictureText, region: Rect): PlacedReading {
  const rows = linesOfText(text);
  const count = rows.reduce((sum, row) => sum + row.length, 0);
  const certain = here.words.filter((word) => word.confidence >= CERTAIN && TELLING.test(word.text));
  if (count === 0 && certain.length > 0) throw new Error("It returned no text.");
  const most = TIMES_AS_MANY * here.words.length + PER_LINE * here.unread.length + ANYWAY;
  if (count > most) throw new Error(`It returned ${count} words, more than the page can have.`);
  const { words, approximate, found } = placedWords(rows, { ...here, region });
  refuseOtherText(certain, found);
  const notes =
    approximate === 0
      ? []
      : [
          `${approximate} of ${words.length} words of the OCR service have the place of their line or region.`,
        ];
  return { text: { ...here, words, unread: [], isWhole: true, confidence: meanConfidence(words) }, notes };
}

function refuseOtherText(certain: readonly PlacedWord[], found: ReadonlySet<PlacedWord>): void {
  const shared = certain.filter((word) => found.has(word)).length;
  if (certain.length < FEWEST_CERTAIN || shared >= IN_TEXT * certain.length) return;
  throw new Error(
    `Its text is not that of the page: it has ${shared} of ${certain.length} words that are certainly on it.`,
  );
}
