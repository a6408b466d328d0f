import { expect, test } from "vitest";
import { LineBudget } from "./line-budget.ts";

test("a page is looked at again for twice as many lines as its first look had", () => {
  const budget = new LineBudget();
  budget.spend(300);
  budget.firstLookIsOver({ isWhole: true });
  expect(budget.isFirstWhole).toBe(true);
  expect(budget.left).toBe(600);
});

test("all looks of a page together have an end", () => {
  const budget = new LineBudget();
  budget.spend(1900);
  budget.firstLookIsOver({ isWhole: true });
  expect(1900 + budget.left).toBeLessThanOrEqual(2500);
});

test("a page whose first look was cut off is not looked at again", () => {
  const budget = new LineBudget();
  budget.spend(budget.left);
  budget.firstLookIsOver({ isWhole: false });
  expect(budget.isFirstWhole).toBe(false);
  expect(budget.left).toBe(0);
});

test("a region has as many lines as its share of the page", () => {
  expect(new LineBudget(0.5).left).toBe(new LineBudget().left / 2);
  expect(new LineBudget(0.001).left).toBe(new LineBudget().left / 10);
});
