import { readFileSync } from "node:fs";
import { read, utils } from "@e965/xlsx";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible, visitConsole } from "../../support/clients/console.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";

/** The machine may be busy with other tests. */
const PATIENT = { timeout: 60_000 } as const;

describe.skipIf(chromium === "")("fields in the console", () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test("invoices become an Excel sheet; doubtful values are taken from the page and confirmed", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await page.getByRole("link", { name: "Invoices to a table" }).click(PATIENT);
    // Until then, Home would take the files.
    await page.getByText("No documents yet").waitFor(PATIENT);
    await page.locator("input[type=file]").last().setInputFiles([1, 2, 3].map(invoice));
    const table = page.getByRole("region", { name: "Table of Invoice" });
    for (const number of [1, 2, 3]) await table.getByText(`RS-2026-${number}`).waitFor(PATIENT);
    const due = table.getByRole("columnheader", { name: "Due date" });
    expect(await due.count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Show empty columns" }).click();
    await due.waitFor(PATIENT);
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Excel (XLSX)" }).click(),
    ]);
    const book = read(readFileSync(await download.path()), { cellDates: true });
    const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0] ?? ""] ?? {});
    const numbers = rows.map(({ invoice_number: number }) => number);
    expect(new Set(numbers)).toEqual(new Set(["RS-2026-1", "RS-2026-2", "RS-2026-3"]));
    expect(rows[0]?.["issue_date"]).toBeInstanceOf(Date);

    await page.getByRole("link", { name: /^Review \d/ }).click();
    const order = page.getByRole("textbox", { name: "Order number" });
    await order.focus(PATIENT);
    const first = page.url();
    const picture = page.getByAltText("Page 1");
    await picture.waitFor(PATIENT);
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    // The heading of the page.
    await picture.locator("..").click({ position: { x: 0.142 * width, y: 0.0757 * height } });
    expect(await order.inputValue()).toBe("Invoice");
    await order.press("Enter");
    await page.getByLabel("Confirmed", { exact: true }).first().waitFor(PATIENT);
    await page.getByRole("button", { name: "Confirm all and next" }).click();
    await expect.poll(() => page.url(), PATIENT).not.toBe(first);
    await page.getByRole("textbox", { name: "Invoice number" }).waitFor(PATIENT);
    expect(visit.complaints).toEqual([]);
  });
});

function invoice(number: number): { name: string; mimeType: string; buffer: Buffer } {
  const total = (number * 111.5).toFixed(2);
  const html = `<!doctype html><h1>Invoice</h1><p>Invoice number: RS-2026-${number}</p>
<p>Invoice date: 1${number}.03.2026</p>
<table border="1"><tr><th>Description</th><th>Quantity</th><th>Unit price</th><th>Amount</th></tr>
<tr><td>Rope</td><td>${number}</td><td>111.50</td><td>${total}</td></tr></table>
<p>Total: ${total} EUR</p>`;
  return { name: `invoice-${number}.html`, mimeType: "text/html", buffer: Buffer.from(html) };
}
