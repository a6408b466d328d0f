/**
 * Builds the website of the documentation into the package of the service, if its sources changed. The folder works
 * below any address, so it can be published as it is.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "vitepress";
import { FOLDERS, ICON } from "./folders.ts";
import { graphqlPages } from "./graphql-pages.ts";
import { repositoryPages } from "./repository-pages.ts";
import { restPages } from "./rest-pages.ts";
import { withoutInlineCode } from "./without-inline-code.ts";

const OPEN_API = join(FOLDERS.repository, "docs/reference/openapi.json");
const SCHEMA = join(FOLDERS.repository, "packages/gateway/schema.graphql");
const STAMP = join(FOLDERS.site, "sources.sha256");

const { pages, files } = repositoryPages();
const all = new Map([...pages, ...restPages(OPEN_API), ...graphqlPages(SCHEMA)]);
const sources = digest();
if (!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== sources) {
  write();
  await build(FOLDERS.package);
  withoutInlineCode(FOLDERS.site);
  writeFileSync(STAMP, sources);
}

function write(): void {
  rmSync(FOLDERS.pages, { recursive: true, force: true });
  for (const [path, text] of all) writeTo(join(FOLDERS.pages, path), (place) => writeFileSync(place, text));
  for (const [path, source] of files) {
    writeTo(join(FOLDERS.pages, path), (place) => cpSync(join(FOLDERS.repository, source), place));
  }
}

function writeTo(place: string, writing: (place: string) => void): void {
  mkdirSync(dirname(place), { recursive: true });
  writing(place);
}

function digest(): string {
  const hash = createHash("sha256");
  for (const [path, text] of all) hash.update(`${path}\0${text}\0`);
  const scripts = globSync([".vitepress/{*.ts,theme/*}", "scripts/*.ts", "package.json"], {
    cwd: FOLDERS.package,
  });
  const others = [...files.values()].map((path) => join(FOLDERS.repository, path));
  for (const path of [...scripts.toSorted().map((name) => join(FOLDERS.package, name)), ...others, ICON]) {
    hash.update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}
