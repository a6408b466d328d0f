import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { furnish, type Furnished } from "../../pictures/furnish.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible, visitConsole } from "../../support/clients/console.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const chromium = chromiumPath() ?? "";
/** Each look for violations takes seconds on a busy machine. */
const PATIENCE_MS = 240_000;
const PHONE = { width: 390, height: 844 } as const;

describe.skipIf(chromium === "")("the frame of the console", { timeout: PATIENCE_MS }, () => {
  let folder: TemporaryFolder;
  let service: RunningService;
  let browser: Browser;
  let furnished: Furnished;

  beforeAll(async () => {
    folder = temporaryFolder();
    [service, browser] = await Promise.all([
      startService({ env: { GALLEY_LOCAL_ROOTS: folder.path } }),
      startBrowser(chromium),
    ]);
    furnished = await furnish(service, folder.path);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  test("no screen is wider than a phone", async () => {
    await using visit = await visitConsole(browser, service, "/", PHONE);
    const { page } = visit;
    const { pipeline, run } = furnished;
    const screens: readonly (readonly [string, string])[] = [
      ["/", "Recent documents"],
      ["/documents", "invoice-4711.pdf"],
      ["/pipelines", "Invoices"],
      ["/pipelines/new", "New connector"],
      [`/pipelines/${pipeline}`, "Started by"],
      [`/pipelines/${pipeline}?tab=settings`, "Save settings"],
      [`/pipelines/${pipeline}?tab=address`, "As curl"],
      [`/pipelines/${pipeline}?tab=notifications`, "No notifications"],
      [`/runs/${run}`, "invoice-4711.pdf"],
      ["/connectors", "Archive"],
      ["/connectors/new", "Local storage"],
      ["/keys", "Extraction keys"],
      ["/keys?tab=tokens", "New token"],
      ["/webhooks", "No webhooks yet"],
      ["/usage", "By tag"],
      ["/people", "Member since"],
      ["/system", "Replicas"],
      ["/account", "Signed-in browsers"],
    ];
    const tooWide: string[] = [];
    for (const [path, sign] of screens) {
      await page.goto(`${service.url}/console${path}`);
      await page.getByText(sign).first().waitFor({ state: "attached" });
      const surplus = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      if (surplus !== 0) tooWide.push(`${path}: ${String(surplus)} px`);
    }
    expect(tooWide).toEqual([]);
  });

  test("on a phone, cells say what they are, and Escape closes the navigation", async () => {
    await using visit = await visitConsole(browser, service, `/pipelines/${furnished.pipeline}`, PHONE);
    const { page } = visit;
    const row = page.getByRole("row").last();
    await row.getByText("files", { exact: false }).or(row.getByText(/done/)).first().waitFor();
    const label = "getComputedStyle(document.querySelector('td:nth-child(3)'), '::before').content";
    expect(await page.evaluate(label)).toBe('"Started by"');
    await expectAccessible(page);
    const navigation = page.getByRole("navigation", { name: "Screens" });
    await page.getByRole("button", { name: "Navigation" }).click();
    await expect
      .poll(() => navigation.getByRole("link", { name: "Usage" }).boundingBox())
      .toMatchObject({
        x: expect.any(Number),
      });
    await page.keyboard.press("Escape");
    await expect
      .poll(async () => ((await navigation.boundingBox())?.x ?? -1000) < 0 || !(await navigation.isVisible()))
      .toBe(true);
    expect(visit.complaints).toEqual([]);
  });

  test("a row is followed wherever it is clicked; an unknown address keeps the navigation", async () => {
    await using visit = await visitConsole(browser, service, `/pipelines/${furnished.pipeline}`);
    const { page } = visit;
    await page.getByRole("row").nth(1).getByRole("cell").nth(3).click();
    await page.waitForURL(/\/runs\//);
    await page.goto(`${service.url}/console/nope`);
    await page.getByText("There is nothing at this address").waitFor();
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Pipelines" }).click();
    await page.getByRole("heading", { name: "Pipelines", level: 1 }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("the palette finds pipelines and connectors, and ? shows the keys", async () => {
    await using visit = await visitConsole(browser, service, "/usage");
    const { page } = visit;
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.getByText("Go to the next doubtful word").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search and commands" }).waitFor();
    await page.keyboard.type("archive");
    await page.getByRole("button", { name: "Archive" }).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("invoices");
    await page.getByRole("button", { name: /^Invoices/ }).click();
    await page.waitForURL(/\/pipelines\//);
    expect(visit.complaints).toEqual([]);
  });
});
