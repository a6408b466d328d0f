import { expect, test } from "vitest";
import { isPoor } from "./confidence.ts";

const words = (confidence: number): Parameters<typeof isPoor>[0]["words"] => [
  {
    text: "Word",
    confidence,
    line: 1,
    box: { x0: 0, y0: 0, x1: 40, y1: 12 },
    baseline: { x0: 0, y0: 12, x1: 40, y1: 12 },
  },
];

test.each([
  [0.9, 0.9, false],
  [0.9, 0.5, true],
  [0.62, 0.9, true],
])(
  "with a mean confidence of %s and %s of its letters read, a page is poor: %s",
  (confidence, read, poor) => {
    expect(isPoor({ words: words(confidence), read })).toBe(poor);
  },
);
