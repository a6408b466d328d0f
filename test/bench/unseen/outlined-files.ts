import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type LabelledDocument, partOf } from "./labelled-document.ts";

/** Only the beginning of a document is read, as many pages as a style needs to show. */
const PAGES = 12;

/** Outlines of fewer entries are often of parts, not of headings. */
const FEWEST_ENTRIES = 6;

/** Files of one folder look alike. */
const MOST_OF_FOLDER = 2;

/** A document that nothing can be made of is left out after this time, in milliseconds. */
const LIMIT = 20_000;

/**
 * Documents below a folder whose headings their outline (bookmarks) names, read without it and without tags. Entries may
 * leave headings out, such as those without a number, so invented headings are an upper bound.
 */
export function outlinedFiles(folder: string, work: string): readonly LabelledDocument[] {
  if (!existsSync(folder)) return [];
  const pages = join(work, "outlined");
  mkdirSync(pages, { recursive: true });
  return chosen(folder).flatMap((path, index) => {
    const own = join(pages, createHash("sha1").update(path).digest("hex").slice(0, 12));
    const titles = titlesOf(path, own);
    if (titles.length < FEWEST_ENTRIES) return [];
    return [
      {
        name: path.slice(folder.length + 1),
        path: `${own}.pdf`,
        truth: titles.map((title) => `# ${title}\n`).join("\n"),
        isTablesOnly: false,
        part: partOf(index),
      },
    ];
  });
}

function chosen(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".pdf"))
    .map((name) => join(folder, name));
  // The order of a hash mixes kinds, which stand together in the order of names.
  const orderOf = (path: string): string => createHash("sha1").update(basename(path)).digest("hex");
  const byFolder = Map.groupBy(
    files.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
    (path) => dirname(path),
  );
  return [...byFolder.values()].flatMap((paths) => paths.slice(0, MOST_OF_FOLDER));
}

/** Titles of the outline's entries that lead to the first pages, which are written without it. */
function titlesOf(path: string, own: string): readonly string[] {
  const list = `${own}.txt`;
  if (!existsSync(list)) {
    const pages = `${own}.pdf`;
    mutool(["merge", "-o", pages, path, `1-${PAGES}`]);
    writeFileSync(list, existsSync(pages) ? mutool(["show", pages, "outline"]) : "");
    if (existsSync(pages)) writeFileSync(pages, withoutOutline(readFileSync(pages)));
  }
  return [...readFileSync(list, "utf8").matchAll(/^[|+-]\t+"(.*)"\t#page=\d/gmu)].map(
    ([, title = ""]) => title,
  );
}

function mutool(options: readonly string[]): string {
  return spawnSync("mutool", options, { encoding: "utf8", timeout: LIMIT }).stdout;
}

/** The name of the entry is changed in place, so no offset moves. */
function withoutOutline(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("/Outlines ", "/OutlineX "), "latin1");
}
