import { spawnSync } from "node:child_process";
import { globSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createExtractor, type ExtractedPage, type Extractor } from "@galley/core";
import { letter } from "../../../fixtures/business.ts";
import { textDocument } from "../../../fixtures/long.ts";
import { article } from "../../../fixtures/typography.ts";
import { type HighlightError, highlightErrors } from "../highlight-error.ts";
import { renderPage } from "../page-image.ts";
import { type Section, share } from "./section.ts";

/** Pages per document: rendering one takes half a second. */
const PAGES = 3;

/** Errors up to this, in pixels, are invisible. */
const TOLERATED = 2;

/**
 * Galley's line geometry compared with the ink of pages that `pdftoppm` renders at 288 dpi: the baseline
 * should be the lower end of the line's ink, the height 1.25 times the ink's. See `highlightErrors`.
 */
export const highlights: Section = {
  title: "Highlights: error in pixels at 288 dpi, and share within ± 2 px",
  async measure({ data, scratch }) {
    if (spawnSync("pdftoppm", ["-v"]).status !== 0) return "left out: pdftoppm is not installed";
    await using extractor = createExtractor({ threads: 2 });
    const paths = [...madeDocuments(scratch), ...(data === undefined ? [] : dataDocuments(data))];
    const all: HighlightError[] = [];
    const rows = [["", "lines", "base: median", "95 %", "within", "height: median", "95 %", "within"]];
    for (const path of paths) {
      const errors = await errorsOf(path, extractor);
      all.push(...errors);
      if (errors.length > 0) rows.push([basename(path, ".pdf"), ...figures(errors)]);
    }
    return [...rows, ["all", ...figures(all)]];
  },
};

function madeDocuments(scratch: string): readonly string[] {
  return Object.entries({ letter: letter(), article: article(), "long text": textDocument(2) }).map(
    ([name, { bytes }]) => {
      const path = join(scratch, `${name}.pdf`);
      writeFileSync(path, bytes);
      return path;
    },
  );
}

function dataDocuments(data: string): readonly string[] {
  const folders = ["reference", "documents/text", "documents/multicolumn"];
  return folders.flatMap((folder) => globSync(join(data, folder, "*.pdf")).toSorted());
}

async function errorsOf(path: string, extractor: Extractor): Promise<readonly HighlightError[]> {
  const { pages } = await extractor.extract(path, { mode: "native_text", pages: `1-${PAGES}` });
  const errors = await Promise.all(pages.map((page) => errorsOfPage(path, page)));
  return errors.flat();
}

async function errorsOfPage(path: string, page: ExtractedPage): Promise<readonly HighlightError[]> {
  return highlightErrors(page.lines, await renderPage(path, page.number));
}

function figures(errors: readonly HighlightError[]): readonly string[] {
  return [
    String(errors.length),
    ...spread(errors.map(({ base }) => base)),
    ...spread(errors.map(({ height }) => height)),
  ];
}

function spread(values: readonly number[]): readonly string[] {
  const sizes = values.map(Math.abs).toSorted((a, b) => a - b);
  const at = (fraction: number): string =>
    (sizes[Math.floor(fraction * sizes.length)] ?? Number.NaN).toFixed(1);
  const within = sizes.filter((size) => size <= TOLERATED).length;
  return [at(0.5), at(0.95), share(within, sizes.length, 3)];
}
