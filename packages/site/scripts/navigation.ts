import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DefaultTheme } from "vitepress";
import { FOLDERS } from "./folders.ts";
import { titleOf } from "./repository-pages.ts";

/** Made from the OpenAPI document and the GraphQL schema. */
const GENERATED = "reference/{rest,graphql}/*.md";

/** The contents as `docs/README.md` has them: a group for each heading, a page for each link to one; then the generated pages. */
export function navigation(): DefaultTheme.SidebarItem[] {
  const [, ...sections] = readFileSync(join(FOLDERS.pages, "index.md"), "utf8").split(/^## /m);
  const groups = sections.map((section) => ({
    text: section.slice(0, section.indexOf("\n")),
    collapsed: false,
    items: [...section.matchAll(/\]\(([^)#]+\.md)\)/g)].map(([, page = ""]) => item(page)),
  }));
  const generated = globSync(GENERATED, { cwd: FOLDERS.pages }).toSorted();
  return [...groups, { text: "All calls and types", collapsed: false, items: generated.map(item) }];
}

function item(page: string): DefaultTheme.SidebarItem {
  const text = titleOf(readFileSync(join(FOLDERS.pages, page), "utf8"));
  return { text, link: `/${page.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")}` };
}
