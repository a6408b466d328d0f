import { readFileSync } from "node:fs";
import { read, utils } from "@e965/xlsx";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { uniqueName, visitConsole } from "../../support/clients/console.ts";
import { invoiceBatch } from "../../fixtures/invoice-batch.ts";
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

  test("each invoice of a file becomes a row, and is shown and reviewed beside its own pages", async () => {
    await using visit = await visitConsole(browser, service, "/fields?search=batch");
    const { page } = visit;
    await page.getByLabel(/^Split files with several invoices/).check(PATIENT);
    const buffer = Buffer.from(invoiceBatch().bytes);
    const batch = { name: "batch.pdf", mimeType: "application/pdf", buffer };
    await page.locator("input[type=file]").last().setInputFiles([batch]);
    const table = page.getByRole("region", { name: "Table of Invoice" });
    for (const pages of ["pages 1–2", "page 3", "page 4"]) {
      await table.getByRole("link", { name: `batch.pdf, ${pages}` }).waitFor(PATIENT);
    }
    await expectAccessible(page);

    await table.getByRole("link", { name: "batch.pdf, page 4" }).click();
    const number = page.getByRole("textbox", { name: "Invoice number" });
    await expect.poll(() => number.inputValue(), PATIENT).toBe("HR/2025/9");
    expect(await page.getByLabel("Part of the document").first().inputValue()).toBe("3: page 4");
    const order = page.getByRole("textbox", { name: "Order number" });
    await order.focus(PATIENT);
    const picture = page.getByAltText("Page 4");
    await picture.waitFor(PATIENT);
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
    // The title of the invoice, 18 points on an A4 page.
    await picture.locator("..").click({ position: { x: (75 / 595) * width, y: (125 / 842) * height } });
    expect(await order.inputValue()).toBe("Invoice");
    await expectAccessible(page);

    await page.getByLabel("Part of the document").first().click();
    await page.getByRole("option", { name: "2: page 3" }).click();
    await expect.poll(() => number.inputValue(), PATIENT).toBe("NF-88");
    await page.getByAltText("Page 3").waitFor(PATIENT);
    await page.getByLabel("Split").click();
    await page.getByText("EC-2025-417 on page 1, NF-88 on page 3, HR/2025/9 on page 4").waitFor(PATIENT);
    await page.getByLabel("Split").click();
    await expect.poll(() => number.inputValue(), PATIENT).toBe("EC-2025-417");
    expect(visit.complaints).toEqual([]);
  });

  test("the queue leads from part to part of a file", async () => {
    const name = uniqueName("doubtful");
    await using visit = await visitConsole(browser, service, `/fields?search=${name}`);
    const { page } = visit;
    await page.getByLabel(/^Split files with several invoices/).check(PATIENT);
    // The rows of none of them add up.
    const buffer = Buffer.from(invoiceBatch(["712.65 GBP", "695,00 EUR", "313.00 GBP"]).bytes);
    const batch = { name: `${name}.pdf`, mimeType: "application/pdf", buffer };
    await page.locator("input[type=file]").last().setInputFiles([batch]);
    const table = page.getByRole("region", { name: "Table of Invoice" });
    const second = table.getByRole("link", { name: `${name}.pdf, page 3` });
    await second.waitFor(PATIENT);
    await page.goto(`${new URL((await second.getAttribute("href")) ?? "", page.url()).href}&review=true`);
    const number = page.getByRole("textbox", { name: "Invoice number" });
    await expect.poll(() => number.inputValue(), PATIENT).toBe("NF-88");
    await page.getByRole("button", { name: "Confirm all and next" }).click();
    await expect.poll(() => number.inputValue(), PATIENT).toBe("HR/2025/9");
    await page.getByAltText("Page 4").waitFor(PATIENT);
    // The reviewer begins at its first doubtful value.
    await page.locator("input[data-field$=_total]:focus").waitFor(PATIENT);
    expect(visit.complaints).toEqual([]);

    // A review is sent after the next document is shown; a message says if it could not be saved.
    await page.route("**/graphql", (route) =>
      route.request().postData()?.includes("ConfirmFields") === true ? route.abort() : route.continue(),
    );
    const shown = page.url();
    await page.getByRole("button", { name: "Confirm all and next" }).click();
    await page.getByText("The document before this one was not saved").waitFor(PATIENT);
    await expect.poll(() => page.url(), PATIENT).not.toBe(shown);
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
