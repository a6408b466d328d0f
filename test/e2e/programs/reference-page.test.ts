import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { chromiumPath, complaintsOf, startBrowser } from "../../support/clients/browser.ts";
import { startService, type RunningService } from "../../support/service.ts";

const path = chromiumPath();
const why = path === undefined ? " (skipped: no Chromium is installed, and CHROMIUM_PATH names none)" : "";

describe.skipIf(path === undefined)(`the reference in a browser${why}`, () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(path ?? "")]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test("a call is tried with a key, which is forgotten with the page", async () => {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page, service.url);
    await page.goto(`${service.url}/openapi#tag/version-2/GET/api/v2/get-usage-info`);
    await page.locator("button", { hasText: "(get /api/v2/get-usage-info)" }).click();
    const dialog = page.locator('[role="dialog"]:visible').last();
    await dialog.locator('input[id^="scalar-client"]').first().fill(service.serviceKey);
    const answered = page.waitForResponse(`${service.url}/api/v2/get-usage-info`);
    await dialog.locator("button", { hasText: /^Send/ }).first().click();
    const answer = await answered;
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ subscription_plan: "self-hosted" });
    await expect.poll(() => dialog.innerText(), { timeout: 60_000 }).toContain("200 OK");
    const stored = "JSON.stringify([Object.values(localStorage), Object.values(sessionStorage)])";
    expect(await page.evaluate(stored)).not.toContain(service.serviceKey);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("its files travel compressed", async () => {
    const answer = await fetch(`${service.url}/openapi/scalar.js`, {
      headers: { "accept-encoding": "gzip" },
    });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    await answer.body?.cancel();
  });

  test("a telephone shows it, too, and nothing is offered that leaves the service", async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, colorScheme: "dark" });
    const complaints = complaintsOf(page, service.url);
    await page.goto(`${service.url}/openapi`);
    await page.waitForSelector("text=Galley REST API");
    const wide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
    expect(await page.evaluate(wide)).toBe(false);
    const shown = await page.innerText("body");
    expect(shown).not.toMatch(/Ask AI|Generate MCP|Open API Client/i);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
