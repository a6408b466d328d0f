import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createExtractor, toHtml, toMarkdown } from "@galley/core";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";

const executable = chromiumPath();

/** What a browser prints with its tags is read back as it was written. */
describe.skipIf(executable === undefined)("a document that a browser printed", () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startBrowser(executable ?? "");
  });

  afterAll(() => browser.close());

  async function blocksOf(html: string) {
    const page = await browser.newPage();
    await page.setContent(html);
    const pdf = await page.pdf({ tagged: true, outline: true });
    await page.close();
    await using extractor = createExtractor({ threads: 1 });
    const { blocks } = await extractor.extract(pdf, { blocks: true, mode: "native_text" });
    if (blocks === undefined) throw new Error("The document has no blocks.");
    return blocks;
  }

  test("has its headings, nested lists, links and emphasis, though it looks otherwise", async () => {
    const blocks = await blocksOf(`<style>* { font: 12px serif } b { font-weight: bold }</style>
      <h1>Title</h1><p>Some <b>bold words</b> and <a href="https://example.com/">a link</a>.</p>
      <h3>Inner heading</h3><ol><li>one<ul><li>deep</li></ul></li><li>two</li></ol>`);
    expect(blocks.notes).toEqual([]);
    expect(toMarkdown(blocks)).toBe(
      "# Title\n\nSome **bold words** and [a link](https://example.com/).\n\n### Inner heading\n\n1. one\n   - deep\n2. two\n",
    );
    expect(toHtml(blocks)).toContain('<a href="https://example.com/">a link</a>');
  });

  test("has tables without rules, with spans, and over pages without the repeated head", async () => {
    const rows = Array.from(
      { length: 80 },
      (_, row) => `<tr><td>${row}</td><td></td><td>value ${row}</td></tr>`,
    );
    const { blocks } = await blocksOf(
      `<table><thead><tr><th>No.</th><th>Empty</th><th>Value</th></tr></thead>${rows.join("")}<tr><td colspan="3">End</td></tr></table>`,
    );
    expect(blocks).toMatchObject([{ kind: "table", rows: 82, columns: 3, headRows: 1 }]);
    const [table] = blocks;
    expect(table?.kind === "table" && table.cells.filter(({ row }) => row > 79)).toMatchObject([
      { column: 0, text: "79" },
      { column: 2, text: "value 79" },
      { column: 0, columnSpan: 3, text: "End" },
    ]);
  });
});
