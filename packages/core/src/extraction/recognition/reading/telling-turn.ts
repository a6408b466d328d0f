import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type Recogniser, SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import { isTelling, type Legibility, NOTHING_READ } from "../../raster/geometry/orientation.ts";
import { type QuarterTurns, quarterTurns, turned } from "../../raster/geometry/quarter-turn.ts";
import { legibilityOf } from "../words/confidence.ts";
import { isTurned, readsUpwards } from "../words/turned-words.ts";
import type { Look } from "./look.ts";

/** In the right direction, so many lines of a page nearly always have two certain words. */
const LINES_TRIED = 12;

const OTHER_TURNS = [2, 1, 3] as const;

/**
 * Returns the clockwise quarter turns after which a poorly read page clearly reads better; 0 if there are none. Reads
 * the first lines of the prepared image in the other directions, which helps if its lines are too broken to be found.
 */
export function tellingTurn({ page, words }: Look, recogniser: Recogniser): QuarterTurns {
  const read = withRead(NOTHING, words, 0);
  return OTHER_TURNS.reduce<TurnsRead>((before, turns) => {
    if (before.telling !== 0) return before;
    const { image } = turned(page.image, turns);
    return withRead(before, recogniser.recognise(image, SEGMENTATION.PAGE, LINES_TRIED), turns);
  }, read).telling;
}

interface TurnsRead {
  /** What was read of the page after 0, 1, 2 and 3 quarter turns. */
  readonly reads: readonly Legibility[];
  /** The turns that clearly read better than all others; 0 if none. */
  readonly telling: QuarterTurns;
}

const TURNS = [0, 1, 2, 3] as const;

const NOTHING: TurnsRead = { reads: TURNS.map(() => NOTHING_READ), telling: 0 };

/** Adds the words of an image turned by `turns`; those that read upwards or downwards are upright in another one. */
function withRead({ reads }: TurnsRead, words: readonly RecognisedWord[], turns: QuarterTurns): TurnsRead {
  const uprightAfter = (word: RecognisedWord): number =>
    quarterTurns(isTurned(word) ? turns + (readsUpwards(word) ? 1 : 3) : turns);
  const all = reads.map((before, turn) => {
    const now = legibilityOf(words.filter((word) => uprightAfter(word) === turn));
    return now.certain > before.certain ? now : before;
  });
  const telling = TURNS.find((turn) =>
    all.every((other, index) => index === turn || isTelling(all[turn] ?? NOTHING_READ, other)),
  );
  return { reads: all, telling: telling ?? 0 };
}
