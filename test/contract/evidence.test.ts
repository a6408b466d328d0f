import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CLAUSES = "test/contract/clauses";

function textOf(path: string): string {
  return readFileSync(`${ROOT}${path}`, "utf8");
}

const clauses = globSync(`${CLAUSES}/**/*.ts`, { cwd: ROOT }).map(textOf);
const rows = textOf("docs/evidence/interface.md")
  .split("\n")
  .filter((line) => /^\| (?!Statement \|)/.test(line));

/** Whether `named`, such as "contract: auth-missing", is a clause or the beginning of a test's title. */
function exists(named: string): boolean {
  const [, place = "", name = ""] = /^([^:]+): (.+)$/.exec(named) ?? [];
  if (place === "contract") return clauses.some((text) => text.includes(`id: "${name}"`));
  return existsSync(`${ROOT}${place}`) && textOf(place).includes(`"${name}`);
}

test("every test that the interface table names exists", () => {
  const named = rows.flatMap((row) => [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)]);
  const tests = named.map(([, name = ""]) => name);
  expect(tests.length).toBeGreaterThan(150);
  expect(tests.filter((name) => !exists(name))).toEqual([]);
});

test("every statement of the interface table has a test and a result", () => {
  const bare = rows.filter((row) => {
    const [, statement = "", tests = "", result = ""] = row.split("|").map((cell) => cell.trim());
    return statement === "" || !tests.startsWith("`") || !result.startsWith("holds");
  });
  expect(rows.length).toBeGreaterThan(120);
  expect(bare).toEqual([]);
});
