import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const PAGES = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "packages/core/README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

test.each(PAGES)("every link of %s leads to a file and a heading", (page) => {
  const prose = textOf(page).replaceAll(/```.*?```/gs, "");
  const links = [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g)];
  const broken = links.filter(([, path = "", heading = ""]) => {
    const target = path === "" ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    return heading !== "" && !headingsOf(target).has(heading);
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test("the index names every page", () => {
  const index = textOf("docs/README.md");
  const pages = PAGES.filter((page) => /^docs\/(guides|reference|evidence)\/[^/]+$/.test(page));
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.filter((page) => !index.includes(`](${page.slice("docs/".length)})`))).toEqual([]);
});

test("every file that ARCHITECTURE.md names exists", () => {
  const named = [...textOf("ARCHITECTURE.md").matchAll(/`((?:core|gateway|rest-compat)\/[a-z0-9/.-]+)`/g)];
  expect(named.length).toBeGreaterThan(10);
  const places = named.map(([, path = ""]) => path.replace(/\/$/, ""));
  const isThere = (path: string): boolean =>
    existsSync(join(ROOT, "packages", path)) ||
    existsSync(join(ROOT, "packages", path.replace("/", "/src/")));
  expect(places.filter((path) => !isThere(path))).toEqual([]);
});

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** The anchors of a page's headings, as they are made from their texts. */
function headingsOf(page: string): ReadonlySet<string> {
  const headings = [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, text = ""]) => text.toLowerCase());
  return new Set(headings.map((text) => text.replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")));
}
