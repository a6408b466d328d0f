import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";
/** Each look for violations takes seconds on a busy machine. */
const PATIENCE_MS = 120_000;

describe.skipIf(chromium === "")(
  "the state and the usage of the service in the console",
  { timeout: PATIENCE_MS },
  () => {
    let service: RunningService;
    let browser: Browser;

    beforeAll(async () => {
      [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
    });

    afterAll(async () => {
      await browser?.close();
      await service?.[Symbol.asyncDispose]();
    });

    test("managers see queue, replicas, checks, settings and licences", async () => {
      await using visit = await visitConsole(browser, service, "/system");
      const { page } = visit;
      await page.getByText("Waiting documents").waitFor();
      await page.getByRole("table", { name: "Replicas" }).getByText("APIs and reading").waitFor();
      const checks = page.getByRole("table", { name: "Checks" });
      for (const name of ["Database", "Queue", "Extraction", "Storage"])
        await checks.getByRole("row", { name: new RegExp(`${name} Works`, "i") }).waitFor();
      const settings = page.getByRole("table", { name: "Retention and languages" });
      await settings.getByText("7 days after they are read").waitFor();
      await settings.getByText(/\beng\b/).waitFor();

      await page.getByRole("button", { name: "Show licences" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("navigation", { name: "Pages of licences" }).waitFor();
      await page.getByRole("searchbox", { name: "Search licences" }).pressSequentially("graphql");
      await page.getByRole("cell", { name: "graphql", exact: true }).waitFor();
      await expect.poll(() => page.url()).toContain("licences=graphql");
      await expectAccessible(page);
      expect(visit.complaints).toEqual([]);
    });

    test("members see that the screen is for managers", async () => {
      const manager = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
      const { inviteMember } = await manager.read(
        z.object({ inviteMember: z.object({ link: z.string() }) }),
        "mutation ($email: EmailAddress!) { inviteMember(input: { email: $email }) { link } }",
        { email: `grace-${randomUUID()}@example.com` },
      );
      await using context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(inviteMember.link);
      await page.getByLabel("Your name").fill("Grace");
      await page.getByRole("button", { name: "Accept the invitation" }).click();
      await page.getByRole("navigation", { name: "Screens" }).waitFor();
      await page.goto(`${service.url}/console/system`);
      await page.getByRole("heading", { name: "Only managers see this screen" }).waitFor();
      expect(await page.getByText("Waiting documents").count()).toBe(0);
    });

    test("usage is shown by day, mode, tag and key, and saved as CSV", async () => {
      const client = createGraphqlClient(service);
      const upload = await client.upload("letter.pdf", textDocument(2).bytes);
      await client.ask(
        'mutation ($id: ID!) { submitDocument(input: { upload: $id, tag: "letters", options: { mode: NATIVE_TEXT } }) { job { id } } }',
        { id: upload.id },
      );
      const pages = z.object({ usage: z.object({ pages: z.number() }) });
      const count = async (): Promise<number> =>
        (await client.read(pages, "{ usage { pages } }")).usage.pages;
      await expect.poll(count, { timeout: 30_000 }).toBe(2);

      await using visit = await visitConsole(browser, service, "/usage");
      const { page } = visit;
      await page.getByRole("table", { name: "By mode" }).getByText("Fast: text of the file only").waitFor();
      await page.getByRole("table", { name: "By key" }).getByRole("cell", { name: "2" }).waitFor();
      await page.locator(".recharts-bar-rectangle path").first().waitFor();
      await expectAccessible(page);
      await page.getByRole("table", { name: "By label" }).getByRole("link", { name: "letters" }).click();
      await expect.poll(() => page.getByRole("textbox", { name: "Label" }).inputValue()).toBe("letters");

      await page.getByRole("button", { name: "CSV" }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: "By day and mode" }).click();
      const csv = await readFile(await (await download).path(), "utf8");
      expect(csv).toMatch(/^day,mode,pages\r?\n\d{4}-\d\d-\d\d,native_text,2\s*$/i);
      expect(visit.complaints).toEqual([]);
    });

    test("managers of the only organization see and change its limits", async () => {
      await using visit = await visitConsole(browser, service, "/usage");
      const { page } = visit;
      const limits = page.getByRole("region", { name: "Limits" });
      await limits
        .getByText(/^\d+, no limit$/)
        .first()
        .waitFor();
      await page.getByRole("button", { name: "Change limits" }).click();
      const form = page.getByRole("dialog", { name: "Limits of default" });
      await form.getByRole("textbox", { name: "Documents in flight" }).fill("1000");
      await form.getByRole("textbox", { name: "Documents kept, in megabytes" }).fill("0.001");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Set limits" }).click();
      await limits.getByText(/^\d+ of 1,000$/).waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Change limits" }).click();
      await form.getByRole("button", { name: "Use the service’s defaults" }).click();
      await expect.poll(() => limits.getByText(/no limit$/).count()).toBe(3);
      expect(visit.complaints).toEqual([]);
    });
  },
);
