import { join } from "node:path";
import { seeded } from "../../../fixtures/random.ts";
import { type LabelledDocument, partOf, type TextGroups } from "../labelled-document.ts";
import { FACES, printedPages } from "../printed-pages.ts";
import { KINDS } from "./kinds.ts";
import { businessLook } from "./look.ts";
import { wordsOf } from "./words.ts";

const PAGES = 200;

/** Seeds that follow one another have pages of one kind, one or two of them for each part. */
const SEEDS_OF_KIND = 4;

/**
 * Invoices, quotes, statements, letters and other business pages, each in a look of its own.
 *
 * @param first the first seed: another one has pages that nobody has seen
 */
export async function businessPages(work: string, first = 0): Promise<readonly LabelledDocument[]> {
  const seeds = Array.from({ length: PAGES }, (_, at) => first + at);
  const pages = seeds.map((seed) => ({ ...pageOf(seed), script: READ_TRUTH }));
  const printed = await printedPages(join(work, "business"), pages);
  return printed.map(({ path, read }, at) => {
    const { truth, ...groups }: TextGroups & { readonly truth: string } = JSON.parse(read);
    return {
      name: pages[at]?.name ?? "",
      path,
      truth,
      groups,
      isTablesOnly: false,
      part: partOf(seeds[at] ?? 0),
    };
  });
}

function pageOf(seed: number): { readonly name: string; readonly html: string } {
  const random = seeded(seed);
  const [look, words] = [businessLook(random), wordsOf(random)];
  const kind = KINDS[Math.floor(seed / SEEDS_OF_KIND) % KINDS.length];
  const body = kind?.({ random, words, look }) ?? "";
  return {
    name: `${kind?.name === "" ? "sale" : kind?.name}-${seed}`,
    html: `<!doctype html><html><head><meta charset="utf-8"><style>${FACES} ${look.style}</style></head><body>${body}</body></html>`,
  };
}

/** Runs in the page: its text, its tables and headings as Markdown, and what belongs together. */
const READ_TRUTH = `(() => {
  const text = (element) => element.innerText.replaceAll(/\\s+/g, " ").trim();
  const all = (selector) => [...document.querySelectorAll(selector)];
  const escaped = (value) => value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const rowOf = (row) => "<tr>" + [...row.cells].map((cell) => "<td>" + escaped(text(cell)) + "</td>").join("") + "</tr>";
  const tables = all("table").map((table) => "<table>" + [...table.rows].map(rowOf).join("") + "</table>");
  return {
    truth: [...all("h1, h2").map((heading) => "# " + text(heading)), ...tables].join("\\n\\n"),
    text: text(document.body),
    blocks: all("[data-block]").map(text),
    pairs: all("[data-pair]").map((pair) => [...pair.querySelectorAll("span")].map(text)),
    labels: all("[data-maybe]").map(text),
  };
})()`;
