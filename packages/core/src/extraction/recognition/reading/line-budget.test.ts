import { expect, test } from "vitest";
import { LineBudget } from "./line-budget.ts";

test("later passes may read twice as many lines as the first", () => {
  const budget = new LineBudget();
  budget.spend(300);
  budget.firstLookIsOver({ isWhole: true });
  expect(budget.isFirstWhole).toBe(true);
  expect(budget.left).toBe(600);
});

test("all passes together have a limit", () => {
  const budget = new LineBudget();
  budget.spend(1900);
  budget.firstLookIsOver({ isWhole: true });
  expect(1900 + budget.left).toBeLessThanOrEqual(2500);
});

test("there are no later passes if the first was cut off", () => {
  const budget = new LineBudget();
  budget.spend(budget.left);
  budget.firstLookIsOver({ isWhole: false });
  expect(budget.isFirstWhole).toBe(false);
  expect(budget.left).toBe(0);
});

test("the budget of a region is proportional to its share of the page, with a minimum", () => {
  expect(new LineBudget(0.5).left).toBe(new LineBudget().left / 2);
  expect(new LineBudget(0.001).left).toBe(new LineBudget().left / 10);
});
