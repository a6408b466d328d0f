import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { startForAnotherOrganization, startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath() ?? "";
/** Open connections are checked every 20 seconds, on a busy machine. */
const PATIENCE_MS = 240_000;
const WAIT = { timeout: 60_000 } as const;

const submitted = z.object({ submitDocument: z.object({ job: z.object({ id: z.string() }) }) });

describe.skipIf(chromium === "")("changes arrive in open screens", { timeout: PATIENCE_MS }, () => {
  let service: RunningService;
  let replica: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
    replica = await startService({ dataDir: service.dataDir });
  });

  afterAll(async () => {
    await browser?.close();
    await replica?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  async function submit(name: string): Promise<void> {
    const client = createGraphqlClient(service);
    const { id } = await client.upload(name, textDocument(1).bytes);
    const query = "mutation ($id: ID!) { submitDocument(input: { upload: $id }) { job { id } } }";
    await client.read(submitted, query, { id });
  }

  test("a document that is submitted to one replica is followed, and deleted, on the other", async () => {
    await using here = await visitConsole(browser, replica, "/documents");
    await here.page.getByText("No documents yet").waitFor();
    await submit("other-side.pdf");
    const row = here.page.getByRole("row", { name: /other-side\.pdf/ });
    await row.getByText("Processed").waitFor(WAIT);

    await using there = await visitConsole(browser, service, "/documents");
    await there.page.getByRole("checkbox", { name: /other-side\.pdf/ }).check();
    await there.page.getByRole("button", { name: "Delete" }).click();
    await there.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached", ...WAIT });
    expect([...here.complaints, ...there.complaints]).toEqual([]);
  });

  test("a lost connection is shown; when it is back, nothing that happened meanwhile is missing", async () => {
    await submit("before.pdf");
    await using visit = await visitConsole(browser, service, "/documents");
    const { page } = visit;
    await page
      .getByRole("row", { name: /before\.pdf/ })
      .getByText("Processed")
      .waitFor(WAIT);
    await page.context().setOffline(true);
    await page.getByText("No connection to the service").waitFor(WAIT);
    await expectAccessible(page);
    await submit("meanwhile.pdf");
    expect(await page.getByRole("row", { name: /meanwhile\.pdf/ }).count()).toBe(0);
    await page.context().setOffline(false);
    await page
      .getByRole("row", { name: /meanwhile\.pdf/ })
      .getByText("Processed")
      .waitFor(WAIT);
    await page.getByText("No connection to the service").waitFor({ state: "detached", ...WAIT });
    await submit("after.pdf");
    await page
      .getByRole("row", { name: /after\.pdf/ })
      .getByText("Processed")
      .waitFor(WAIT);
  });

  test("another organization sees none of it, not even while it is open", async () => {
    await using other = await startForAnotherOrganization(service);
    await using visit = await visitConsole(browser, other, "/documents");
    const { page } = visit;
    await page.getByText("No documents yet").waitFor();
    await using own = await visitConsole(browser, service, "/documents");
    await submit("secret.pdf");
    await own.page
      .getByRole("row", { name: /secret\.pdf/ })
      .getByText("Processed")
      .waitFor(WAIT);
    await own.page.getByRole("link", { name: "secret.pdf" }).click();
    await own.page.getByRole("heading", { name: "secret.pdf" }).waitFor();
    expect(await page.getByText("secret.pdf").count()).toBe(0);
    await page.goto(own.page.url().replace(service.url, other.url));
    await page.getByRole("heading", { name: "There is no such document" }).waitFor();
    await page.goto(`${other.url}/console/system`);
    await page.getByText("Waiting documents").waitFor();
    expect(await page.getByRole("heading", { name: "Replicas" }).count()).toBe(0);
    expect(await page.getByText("secret.pdf").count()).toBe(0);
  });

  test("signing out ends the open connections of the session in every tab", async () => {
    await using visit = await visitConsole(browser, service, "/documents");
    const { page } = visit;
    const other = await page.context().newPage();
    const closed = new Promise<void>((resolve) => {
      other.once("websocket", (socket) => socket.once("close", () => resolve()));
    });
    await other.goto(`${service.url}/console/documents`);
    await other.getByRole("heading", { name: "Documents", level: 1 }).waitFor();
    await page.bringToFront();
    await page.getByRole("banner").getByRole("button").last().click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await closed;
    expect(new URL(other.url()).searchParams.get("returnTo") ?? "/documents").toBe("/documents");
    await other.getByRole("heading", { name: "Sign in" }).waitFor(WAIT);
  });
});
