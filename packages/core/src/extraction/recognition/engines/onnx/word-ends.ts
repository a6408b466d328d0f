import { isIdeographic } from "../../../page/wide-characters.ts";
import { median } from "../../../geometry/median.ts";
import type { Gap, LineInk } from "./line-ink.ts";
import type { ReadCharacter } from "./ctc-decoder.ts";

/**
 * Log-odds that a word ends between two characters: logistic regression on 6,500 pairs of characters of 24 receipts
 * (`docs/evidence/recognition.md`). PP-OCR's models see most blanks of receipts, but with a low probability.
 */
const ODDS = {
  always: 2.2,
  /** Width of the gap beyond the median gap of the line, in median distances between characters. */
  gap: 4.3,
  /** Thousandfold probability of a blank; 1e-6 is the least. */
  blank: 7.8,
  betweenDigits: -1.4,
  betweenLetters: -1.3,
  beforeSign: -1,
  /** Such as `1,234.50`. */
  insideNumber: -2,
  /** Such as `TotalDue`. */
  beforeCapital: 1.4,
} as const;

/** The same for a model without blanks. */
const ODDS_OF_GAPS = { always: -7.2, gap: 11.3, distance: 2.1 } as const;

const LEAST_PROBABILITY = 1e-6;
const THOUSANDFOLD = 3;

const DIGIT = /\p{N}/u;
const LETTER = /\p{L}/u;
const SMALL = /\p{Ll}/u;
const CAPITAL = /\p{Lu}/u;
const POINT = /[.,]/u;
const SIGN = /[,.:;)%!'\]]/u;

/** The space between two neighbouring characters. */
export interface Between {
  readonly gap: Gap;
  /** That a word ends there. */
  readonly probability: number;
}

/** Returns how likely a word ends with each character of a line but the last. */
export function wordEnds(characters: readonly ReadCharacter[], ink: LineInk): readonly Between[] {
  const pairs = characters.slice(1).map((after, index) => {
    const before = characters[index] ?? after;
    const [from, to] = [middleOf(before), middleOf(after)];
    return { before, after, gap: ink.widestGap(from, to), distance: to - from };
  });
  const usualGap = median(pairs.map(({ gap }) => widthOf(gap))) ?? 0;
  const usualDistance = Math.max(1, median(pairs.map(({ distance }) => distance)) ?? 1);
  return pairs.map(({ before, after, gap, distance }) => {
    const wider = (widthOf(gap) - usualGap) / usualDistance;
    const odds =
      after.blank === undefined
        ? ODDS_OF_GAPS.always + ODDS_OF_GAPS.gap * wider + (ODDS_OF_GAPS.distance * distance) / usualDistance
        : oddsOf(wider, after.blank) + oddsOfTexts(before.text, after.text);
    const isWithoutBlanks = isIdeographic(before.text) && isIdeographic(after.text);
    return { gap, probability: isWithoutBlanks ? (after.blank ?? 0) : 1 / (1 + Math.exp(-odds)) };
  });
}

function oddsOf(wider: number, blank: number): number {
  const probability = Math.log10(Math.max(LEAST_PROBABILITY, blank)) / THOUSANDFOLD;
  return ODDS.always + ODDS.gap * wider + ODDS.blank * probability;
}

function oddsOfTexts(before: string, after: string): number {
  const kinds: readonly (readonly [is: boolean, odds: number])[] = [
    [DIGIT.test(before) && DIGIT.test(after), ODDS.betweenDigits],
    [LETTER.test(before) && LETTER.test(after), ODDS.betweenLetters],
    [SIGN.test(after), ODDS.beforeSign],
    [POINT.test(before) && DIGIT.test(after), ODDS.insideNumber],
    [SMALL.test(before) && CAPITAL.test(after), ODDS.beforeCapital],
  ];
  return kinds.reduce((sum, [is, odds]) => (is ? sum + odds : sum), 0);
}

export function middleOf({ x0, x1 }: Gap): number {
  return (x0 + x1) / 2;
}

function widthOf({ x0, x1 }: Gap): number {
  return x1 - x0;
}
