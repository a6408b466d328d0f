import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { uniqueName, visitConsole } from "../../support/clients/console.ts";
import { confirmedNotes } from "../../support/confirmed-notes.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";

/** The machine may be busy with other tests. */
const PATIENT = { timeout: 60_000 } as const;

describe.skipIf(chromium === "")("evaluation in the console", () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  test("a change of a schema is compared before it is saved, versions after it", async () => {
    // One document alone is not taught by others.
    const schema = uniqueName("notes");
    await confirmedNotes(service, { schema, labels: ["Weight"], count: 1 });
    await using visit = await visitConsole(browser, service, `/fields/schemas/${schema}`);
    const { page } = visit;
    const weight = page.getByRole("textbox", { name: "How documents name it" }).nth(1);
    await weight.fill("Heft", PATIENT);
    await page.getByRole("button", { name: "Compare with version 1" }).click();
    const row = page.getByRole("region", { name: "Evaluation" }).getByRole("row", { name: /^Weight/ });
    await row.getByText("0 → 1").waitFor(PATIENT);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save version 2" }).click();
    await page.getByRole("button", { name: "Save version 3" }).waitFor(PATIENT);

    await page.getByRole("link", { name: "Evaluation" }).first().click(PATIENT);
    await page.getByText("Confirmed documents read again: 1 of 1.").waitFor(PATIENT);
    await page.getByRole("combobox", { name: "Version" }).click();
    await page.getByRole("option", { name: "1" }).click();
    await page.getByRole("combobox", { name: "Compared with" }).click();
    await page.getByRole("option", { name: "2" }).click();
    await row.getByText("1 → 0").waitFor(PATIENT);
    await row.getByRole("button", { name: "Weight" }).click();
    const values = page.getByRole("region", { name: "Values to look at" });
    await values.getByText("Right → Missed").waitFor(PATIENT);
    await expectAccessible(page);
    await values.getByRole("link").click();
    await page.waitForURL(/\/documents\//, PATIENT);
    expect(visit.complaints).toEqual([]);
  });
});
