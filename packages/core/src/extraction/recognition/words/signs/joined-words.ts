import type { RecognisedWord } from "../../../engines/ocr/recognised-word.ts";

/** Two neighbouring words of a line as one, with `between` between their texts; as certain as the less certain one. */
export function joinedWords(one: RecognisedWord, other: RecognisedWord, between = ""): RecognisedWord {
  return {
    ...one,
    text: `${one.text}${between}${other.text}`,
    confidence: Math.min(one.confidence, other.confidence),
    box: {
      x0: one.box.x0,
      y0: Math.min(one.box.y0, other.box.y0),
      x1: other.box.x1,
      y1: Math.max(one.box.y1, other.box.y1),
    },
    baseline: { ...one.baseline, x1: other.baseline.x1, y1: other.baseline.y1 },
  };
}
