import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TimeBudget } from "./time-budget.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a page is looked at again for twice as long as its first look took", () => {
  const budget = new TimeBudget();
  vi.advanceTimersByTime(5000);
  budget.firstLookIsOver();
  expect(budget.isFirstWhole).toBe(true);
  expect(budget.leftMs).toBe(10_000);
});

test("all looks of a page together end within a minute", () => {
  const budget = new TimeBudget();
  vi.advanceTimersByTime(30_000);
  budget.firstLookIsOver();
  expect(30_000 + budget.leftMs).toBeLessThan(60_000);
});

test("a page whose first look took all of its time is not looked at again", () => {
  const budget = new TimeBudget();
  vi.advanceTimersByTime(budget.leftMs);
  budget.firstLookIsOver();
  expect(budget.isFirstWhole).toBe(false);
  expect(budget.leftMs).toBe(0);
});
