import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { textDocument } from "../../fixtures/long.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";
const SAMPLE = fileURLToPath(new URL("../../../examples/sample.pdf", import.meta.url));

const PDF = "application/pdf";

describe.skipIf(chromium === "")("documents in the console", () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** Submits files on Home; a single one is opened. */
  async function submit(
    page: Page,
    ...files: readonly { readonly name: string; readonly buffer: Buffer }[]
  ): Promise<void> {
    await page.setInputFiles(
      'input[type="file"]',
      files.map((file) => ({ ...file, mimeType: PDF })),
    );
  }

  const pages = (count: number): Buffer => Buffer.from(textDocument(count).bytes);

  const text = (page: Page, number: number): ReturnType<Page["locator"]> =>
    page.locator(`[data-page="${number}"] pre`);

  /** The page that is read, beside the tools. */
  const count = (page: Page, words: string): ReturnType<Page["locator"]> =>
    page.getByRole("paragraph").filter({ hasText: words });

  /** One of the panes that narrow screens show in turn. */
  const pane = (page: Page, name: string): ReturnType<Page["locator"]> =>
    page.getByRole("radiogroup", { name: "What is shown" }).getByText(name, { exact: true });

  test("a file dropped on Home is read, opened and shown beside its text", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await page.getByText("First steps").waitFor();
    await expectAccessible(page);
    await submit(page, { name: "sample.pdf", buffer: await readFile(SAMPLE) });
    await page.waitForURL(/\/console\/documents\/[\da-f-]{36}/);
    await page.getByText("Processed", { exact: true }).waitFor();
    await text(page, 1).filter({ hasText: "Invoice" }).waitFor();
    await page.getByRole("img", { name: "Page 1" }).waitFor();
    await page.getByRole("navigation", { name: "Pages of the document" }).locator("img").first().waitFor();
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("the sample is one click; an address that is none is refused before it is sent", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await page.getByLabel("Address of a document").fill("report.pdf");
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page.getByText("Enter an http or https address").waitFor();
    const address = "http://ada:secret@press.example/report.pdf";
    await page.getByLabel("Address of a document").fill(address);
    await page.getByRole("button", { name: "Submit", exact: true }).click();
    await page
      .getByText(/The URL cannot be used: expected an http or https URL whose host name exists/)
      .waitFor();
    expect(await page.getByLabel("Address of a document").inputValue()).toBe(address);
    await page.getByRole("button", { name: /How it is read/ }).click();
    await page.getByLabel("Pages").fill("1");
    await page.getByRole("button", { name: "Try it with the sample document" }).click();
    await page.waitForURL(/\/documents\//);
    await page.getByRole("heading", { name: "sample.pdf" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("one mark moves through picture and text, by pointer and by keys, and its link leads back", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await submit(page, { name: "twelve.pdf", buffer: pages(12) });
    await text(page, 1).waitFor();

    await text(page, 1).locator('[data-line="4"][data-word="1"]').hover();
    const marked = page.locator('[data-page="1"] rect[data-look="marked"]');
    await marked.waitFor();
    const box = await marked.boundingBox();
    await page.mouse.move(0, 0);
    await marked.waitFor({ state: "detached" });
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await text(page, 1).locator('[data-line="4"][data-word="1"][class*="wordMarked"]').waitFor();

    await page.mouse.move(0, 0);
    await page.keyboard.press("ArrowRight");
    await count(page, "Page 2 of 12").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.locator('[data-page="2"] rect[data-look="marked"]').waitFor();
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: "Chosen part" })
      .getByText(/^Page 2, line \d+$/)
      .waitFor();
    await page.waitForURL(/page=2&line=\d+/);

    await page.reload();
    await page.getByRole("region", { name: "Chosen part" }).waitFor();
    await page.locator('[data-page="2"] rect[data-look="marked"]').waitFor();
    await page.keyboard.press("End");
    await count(page, "Page 12 of 12").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("a search goes from match to match over the pages", async () => {
    await using visit = await visitConsole(browser, service, "/documents?search=twelve");
    const { page } = visit;
    await page.getByRole("link", { name: "twelve.pdf" }).click();
    await text(page, 1).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("Page 5 of 12");
    await page.keyboard.press("Enter");
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.locator('[data-look="currentMatch"]').waitFor();
    await page.keyboard.press("Escape");
    await page.locator('[data-look="currentMatch"]').waitFor({ state: "detached" });
    await page.keyboard.press("w");
    await page.locator('rect[data-look="word"]').nth(100).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("what was read is shown in every rendition and can be downloaded", async () => {
    await using visit = await visitConsole(browser, service, "/documents?search=sample");
    const { page } = visit;
    await page.getByRole("link", { name: "sample.pdf" }).first().click();
    for (const [tab, shown] of [
      ["Reading order", /Invoice/],
      ["Markdown", /Invoice/],
      ["HTML", /Invoice/],
      ["Tables", /table|No table/i],
      ["Fields", /Choose above what kind of document/],
      ["Pieces", /tokens/],
      ["JSON", /"textSource": "NATIVE"/],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click();
      await page.locator('[data-page="1"]').getByText(shown).first().waitFor();
    }
    await expectAccessible(page);

    const starts = async (item: string): Promise<string> => {
      await page.getByRole("button", { name: "Download as" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: item }).click(),
      ]);
      return (await readFile(await file.path(), "latin1")).slice(0, 400);
    };
    expect(await starts("Searchable PDF")).toMatch(/^%PDF-/);
    expect(await starts("Text (.txt)")).toContain("Invoice");
    expect(await starts("Markdown (.md)")).toContain("Invoice");
    expect(await starts("HTML (.html)")).toMatch(/^<!doctype html>[^]*<article>/);
    expect(await starts("Tables as CSV (.zip)")).toMatch(/^PK[^]*table-1-page-1\.csv/);
    expect(await starts("Pieces for AI search (.ndjson)")).toMatch(/^\{"id":"c1"/);
    expect(await starts("Words and places (.json)")).toMatch(/^\[\s+\{\s+"number": 1/);

    await page.getByRole("button", { name: "As code" }).click();
    await page.getByRole("tab", { name: "Python" }).click();
    await page.getByText('os.environ["GALLEY_KEY"]').waitFor();
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("a document is run again in another mode and compared word by word", async () => {
    await using visit = await visitConsole(browser, service, "/documents?search=sample");
    const { page } = visit;
    await page.getByRole("link", { name: "sample.pdf" }).first().click();
    await page.getByRole("button", { name: "Run again" }).click();
    await page.getByRole("menuitem", { name: /^Fast: text of the file only/ }).click();
    await page.waitForURL(/compare=/);
    await page.getByText(/Compared with “[^”]+”, [\d.]+ s/).waitFor();
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("documents are filtered in the address, selected by keyboard and deleted", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await submit(
      page,
      { name: "broken one.pdf", buffer: Buffer.from("%PDF-1.7\nbroken") },
      { name: "kept.pdf", buffer: pages(1) },
    );
    await page.getByRole("link", { name: /broken one\.pdf Failed/ }).waitFor();

    await page.getByRole("link", { name: "All documents" }).click();
    await page.getByRole("table", { name: "Documents" }).waitFor();
    await page.getByText("Failed", { exact: true }).first().click();
    await page.waitForURL(/status=/);
    await page.getByText("1 document", { exact: true }).waitFor();

    await page.keyboard.press("/");
    await page.keyboard.type("broken");
    await page.waitForURL(/search=broken/);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No document matches").waitFor();
    await page.getByRole("link", { name: "Show all documents" }).click();
    await page.getByRole("link", { name: "kept.pdf" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("the palette finds a document and a screen", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await page.getByText("Recent documents").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search and commands" }).waitFor();
    await page.keyboard.type("twelve");
    await page.getByRole("button", { name: /twelve\.pdf/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "twelve.pdf" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("on a phone the pages, the picture and the text are tabs", async () => {
    await using visit = await visitConsole(browser, service, "/documents?search=twelve", {
      width: 390,
      height: 844,
    });
    const { page } = visit;
    await page.getByRole("link", { name: "twelve.pdf" }).click();
    await text(page, 1).waitFor();
    expect(await page.getByRole("img", { name: "Page 1" }).count()).toBe(0);
    await pane(page, "Page").click();
    await page.getByRole("img", { name: "Page 1" }).first().waitFor();
    await pane(page, "Pages").click();
    await page.getByRole("button", { name: "Page 3" }).click();
    await count(page, "Page 3 of 12").waitFor();
    await expectAccessible(page);
    const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect(overflow).toBe(0);
    expect(visit.complaints).toEqual([]);
  });
});
