import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LabelledDocument, partOf } from "../labelled-document.ts";
import { FACES, printedPages } from "../printed-pages.ts";
import { madeTable } from "./contents.ts";
import { type MadeTable, truthOf, withTitlesInStub } from "./made-table.ts";
import { pageWithoutTable, prose } from "./pages-without-tables.ts";
import { Random } from "../../../fixtures/random.ts";
import { FIT_AND_FILL, tableHtml, type TableLook, tableLook, tableStyle } from "./table-html.ts";
import { troffPage } from "./table-troff.ts";

interface MadePage {
  readonly html: string;
  readonly truth: string;
}

/** Pages of each printer; every fifth page of Chromium has no table. */
const CHROMIUM_PAGES = 200;
const TROFF_PAGES = 60;

/**
 * Tables as official statistics, accounts, papers, price lists and timetables have them, each page in a look of its own.
 *
 * @param first the first seed: another one has pages that nobody has seen
 */
export async function statisticalTables(work: string, first = 0): Promise<readonly LabelledDocument[]> {
  const folder = join(work, "statistics");
  mkdirSync(folder, { recursive: true });
  return [...(await printedByChromium(folder, first)), ...printedByTroff(folder, first)];
}

async function printedByChromium(folder: string, first: number): Promise<readonly LabelledDocument[]> {
  const seeds = Array.from({ length: CHROMIUM_PAGES }, (_, at) => first + at);
  const pages = seeds.map((seed) => pageOf(seed));
  const printed = await printedPages(
    folder,
    pages.map(({ html }, at) => ({ name: `chromium-${seeds[at]}`, html, script: FIT_AND_FILL })),
  );
  return printed.map(({ path }, at) => labelled(path, pages[at]?.truth ?? "", seeds[at] ?? 0));
}

function printedByTroff(folder: string, first: number): readonly LabelledDocument[] {
  return Array.from({ length: TROFF_PAGES }, (_, at) => first + at).flatMap((seed) => {
    const random = new Random(10_007 + seed);
    const table = withTitlesInStub(madeTable(random, 6));
    const path = join(folder, `troff-${seed}.pdf`);
    if (!existsSync(path)) {
      const input = troffPage(random, table, () => prose(random, 4));
      const { status, stdout } = spawnSync("groff", ["-k", "-t", "-ms", "-Tpdf"], { input });
      if (status !== 0) return [];
      writeFileSync(path, stdout);
    }
    return [labelled(path, truthOf(table), seed)];
  });
}

function labelled(path: string, truth: string, seed: number): LabelledDocument {
  return { name: path.replace(/^.*\//u, ""), path, truth, isTablesOnly: true, part: partOf(seed) };
}

const FONTS = [
  "DejaVu Serif",
  "DejaVu Sans",
  "DejaVu Sans Condensed",
  "Noto Serif CJK JP",
  "Liberation Sans",
  "Liberation Sans",
] as const;

function pageOf(seed: number): MadePage {
  const random = new Random(seed + 1);
  const size = random.pick([6.5, 7.5, 8.5, 9.5, 10.5]);
  const arrangement = random.pick(["one", "one", "one", "stack", "beside", "column", "continued", "close"]);
  const isLandscape = random.chance(0.15) && arrangement !== "column";
  const body = seed % 5 === 4 ? { html: pageWithoutTable(random), truth: "" } : arranged(random, arrangement);
  const leading = random.pick([1.08, 1.2, 1.35, 1.55]);
  const [width, height] = random.pick([
    [21, 29.7],
    [21.6, 27.9],
  ]);
  const [across, down] = isLandscape ? [height, width] : [width, height];
  const margin = random.pick([1.5, 2, 2.8]);
  const style = `${FACES} @page { size: ${across}cm ${down}cm; margin: ${margin}cm } body { width: ${across - 2 * margin}cm }
    body { font: ${size}pt/${leading} "${random.pick(FONTS)}"; margin: 0 } p { margin: 0 0 .7em } .c { margin: .4em 0 } sup { line-height: 0; font-size: .65em }`;
  const html = `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head><body>${body.html}</body></html>`;
  return { html, truth: body.truth };
}

function arranged(random: Random, arrangement: string): MadePage {
  const text = (sentences = 4): string => `<p>${prose(random, random.int(2, sentences))}</p>`;
  if (arrangement === "column") {
    const { html, truth } = setTable(random, madeTable(random, 4), "a", { isWide: false, labelWidth: 12 });
    return {
      html: `<style>main { columns: 2; column-gap: 18pt } table { break-inside: avoid }</style><main>${text(9)}${html}${text(9)}${text(9)}${text(9)}${text(9)}</main>`,
      truth,
    };
  }
  if (arrangement === "beside") {
    const both = ["a", "b"].map((name) =>
      setTable(random, madeTable(random, 3), name, { isWide: false, labelWidth: 12 }),
    );
    const html = `${text()}<div style="display: flex; gap: 26pt">${both.map((one) => `<div>${one.html}</div>`).join("")}</div>${text()}`;
    return { html, truth: both.map(({ truth }) => truth).join("\n\n") };
  }
  if (arrangement === "stack") {
    const both = ["a", "b"].map((name) => setTable(random, madeTable(random), name));
    return {
      html: `${both.map(({ html }) => html).join(random.chance(0.5) ? text() : "")}${text()}`,
      truth: both.map(({ truth }) => truth).join("\n\n"),
    };
  }
  const table = madeTable(random);
  if (arrangement === "continued") return continued(random, table);
  const { html, truth } = setTable(random, table, "a", { isClose: arrangement === "close" });
  return { html: text(6) + html + text(6), truth };
}

/** A table on two pages; the second part repeats the head or does not. */
function continued(random: Random, made: MadeTable): MadePage {
  const table = withTitlesInStub(made);
  const head = table.rows.filter(({ kind }) => kind === "head");
  const body = table.rows.slice(head.length);
  const half = body.length >> 1;
  const [first, rest] = [[...head, ...body.slice(0, half)], body.slice(half)];
  const look = tableLook(random);
  const parts = [first, random.chance(0.6) ? [...head, ...rest] : rest].map((rows) =>
    tableHtml("a", { ...table, rows }, look),
  );
  const html = `<style>${tableStyle("a", { ...look, isWide: true })}</style><p class="c">${table.caption}</p>${parts[0]}<div style="break-after: page"></div>${parts[1]}<p>${prose(random, 4)}</p>`;
  return { html, truth: [first, rest].map((rows) => truthOf({ rows })).join("\n\n") };
}

function setTable(
  random: Random,
  made: MadeTable,
  name: string,
  { isClose, ...own }: Partial<TableLook> & { readonly isClose?: boolean } = {},
): MadePage {
  const look = { ...tableLook(random), ...own };
  const table = look.sectionAlign === "left" ? withTitlesInStub(made) : made;
  const caption = `<p class="c">${table.caption}</p>`;
  const place = random.pick(["above", "above", "below", "none"]);
  const space = isClose === true ? "2pt 0 3pt" : random.pick(["6pt 0", "14pt 0", "8pt auto"]);
  const set = `<style>${tableStyle(name, look)} table.${name} { margin: ${space} }</style>${tableHtml(name, table, look)}`;
  const note = table.note === "" ? "" : `<p style="font-size: .85em; margin-top: 2pt">${table.note}</p>`;
  return {
    html: `${place === "above" ? caption : ""}${set}${place === "below" ? caption : ""}${note}`,
    truth: truthOf(table),
  };
}
