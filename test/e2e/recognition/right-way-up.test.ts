import { extractText } from "@galley/core";
import { DEGRADATIONS, degradedPage, photographedPage, TurnFinder, turnedPng } from "@galley/core/testing";
import { describe, expect, test } from "vitest";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { madeTables } from "../../fixtures/tables/made-tables.ts";

/** Tables whose lines are hard to find, and a quarter turn after which they were not turned back. */
const TABLES = [
  ["unruled 2", "scan at 200 dpi", 1],
  ["dense 1", "scan at 200 dpi", 1],
  ["ruled 1", "poor scan at 200 dpi", 3],
] as const;

test.each(TABLES)(
  "the table %j as a %s is turned upright after %i quarter turns",
  async (name, kind, turns) => {
    const table = madeTables(2).find((made) => made.name === name);
    const scanning = DEGRADATIONS[kind];
    if (!table || !scanning) throw new Error("There is no such table or degradation.");
    const { image } = await degradedPage(table.bytes, 1, scanning);
    expect(await new TurnFinder().turnsFound(turnedPng(image, turns))).toBe(360 - 90 * turns);
  },
  120_000,
);

describe("a photograph of a form with little print", () => {
  test.each([0, 1] as const)(
    "is read after %i quarter turns",
    async (turns) => {
      const form = FIXTURES["form"]?.();
      if (!form) throw new Error("There is no such document.");
      const photograph = turnedPng(await photographedPage(form.bytes, 1), turns);
      const { pages } = await extractText(photograph, { mode: "low_cost" });
      expect(pages[0]?.text).toContain("Mooring application");
      expect(pages[0]?.text).toContain("Address");
      expect(pages[0]?.text).toContain("Season");
    },
    120_000,
  );
});
