import { expect, test } from "vitest";
import { confidenceBySigns } from "./sign-confidence.ts";

test("one doubtful character does not ruin the confidence of a word", () => {
  const confidence = confidenceBySigns(0, [0.99, 0.98, 0.99, 0.99, 0.97, 0.99, 0.99, 0.02, 0.95]);
  expect(confidence).toBeGreaterThan(0.5);
  expect(confidence).toBeLessThan(0.6);
});

test("a word of doubtful characters has the confidence of the worst one", () => {
  expect(confidenceBySigns(0.1, [0.99, 0.4, 0.1, 0.3])).toBe(0.1);
});
