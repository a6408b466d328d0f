import { expect, test } from "vitest";
import { dayOf, daysBefore, firstOfMonth, isDay, startOfNextDay, startOfNextMonth } from "./calendar.ts";

test.each([
  ["2026-03-31", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-04-31", false],
  ["2026-13-01", false],
  ["2026-3-1", false],
  ["0000-01-01", false],
  ["2026-03-31T00:00:00Z", false],
  ["+02026-03-31", false],
  ["31.03.2026", false],
  ["", false],
])("%j is a day: %j", (text, day) => {
  expect(isDay(text)).toBe(day);
});

test("days and months are those of UTC", () => {
  const late = new Date("2026-12-31T23:59:59.999Z");
  expect(dayOf(late)).toBe("2026-12-31");
  expect(firstOfMonth(dayOf(late))).toBe("2026-12-01");
  expect(startOfNextDay(late)).toEqual(new Date("2027-01-01T00:00:00Z"));
  expect(startOfNextMonth(late)).toEqual(new Date("2027-01-01T00:00:00Z"));
  expect(daysBefore("2026-03-01", 30)).toBe("2026-01-30");
  expect(daysBefore("0001-01-05", 30)).toBe("0001-01-01");
});
