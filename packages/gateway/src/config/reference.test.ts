import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

const REFERENCE = new URL("../../../../docs/reference/configuration.md", import.meta.url);
const HEAD = "| variable | default | meaning |";

/**
 * The variables in the reference's table with their defaults. A row may hold several variables, with one default
 * or several.
 */
function documentedDefaults(): readonly (readonly [variable: string, unset: string])[] {
  const [, table = ""] = readFileSync(REFERENCE, "utf8").split(`${HEAD}\n`);
  const rows = table.split("\n").slice(1);
  return rows.slice(0, rows.indexOf("")).flatMap((row) => {
    const [variables = [], defaults = []] = row
      .replaceAll("`", "")
      .split("|")
      .slice(1)
      .map((cell) => cell.trim().split(", "));
    return variables.map((variable, index) => [variable, defaults[index] ?? defaults[0] ?? ""] as const);
  });
}

test("the reference lists every variable once, with its default, and no other", () => {
  const outcome = readConfig({});
  const rows = outcome.ok ? outcome.table : [];
  const documented = documentedDefaults();
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(rows.map(({ variable, value }) => [variable, value])),
  );
  expect(documented).toHaveLength(rows.length);
});
