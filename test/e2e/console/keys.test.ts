import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { uniqueName, visitConsole } from "../../support/clients/console.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";

describe.skipIf(chromium === "")("keys and tokens in the console", () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test("a key made in the console opens the API until it is revoked", async () => {
    await using visit = await visitConsole(browser, service, "/keys");
    const { page } = visit;
    const description = uniqueName("importer");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByLabel("Description").fill(description);
    await page.getByLabel("Pages a day").fill("500");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = await page.getByTestId("secret").innerText();
    const usage = (): Promise<Response> =>
      fetch(`${service.url}/api/v2/get-usage-info`, { headers: { "unstract-key": key, "service-key": key } });
    expect((await usage()).status).toBe(200);
    await page.getByRole("button", { name: "I stored it" }).click();
    expect(await page.getByText(key).count()).toBe(0);

    const row = page.getByRole("row", { name: description });
    expect(await row.innerText()).toContain("0 of 500 today");
    await expectAccessible(page);
    await row.getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await row.getByText("Revoked").waitFor();
    expect((await usage()).status).toBe(403);
    expect(visit.complaints).toEqual([]);
  });

  test("a token made by keyboard alone answers as its owner", async () => {
    await using visit = await visitConsole(browser, service, "/keys?tab=tokens");
    const { page } = visit;
    await page.getByRole("button", { name: "New token" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Name").waitFor();
    await page.keyboard.type("Reports");
    await page.keyboard.press("Enter");
    const token = await page.getByTestId("secret").innerText();
    const answer = await fetch(`${service.url}/graphql`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ viewer { tier } }" }),
    });
    expect(await answer.json()).toEqual({ data: { viewer: { tier: "READ_WRITE" } } });
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });
});
