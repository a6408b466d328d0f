import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { uniqueName, visitConsole } from "../../support/clients/console.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import {
  answerWith,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../../support/servers/webhook-receiver.ts";

const chromium = chromiumPath() ?? "";
/** Each look for violations takes seconds on a busy machine. */
const PATIENCE_MS = 120_000;
const ENV = { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8", GALLEY_WEBHOOK_RETRIES: "1" };

describe.skipIf(chromium === "")("a webhook in the console", { timeout: PATIENCE_MS }, () => {
  let service: RunningService;
  let browser: Browser;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    [service, browser, receiver] = await Promise.all([
      startService({ env: ENV }),
      startBrowser(chromium),
      startWebhookReceiver(),
    ]);
  });

  /** Returns its name. The receiver has to accept the test message. */
  async function newWebhook(): Promise<string> {
    const name = uniqueName("done");
    receiver.willAnswer(answerWith(200));
    await createGraphqlClient(service).read(
      z.unknown(),
      "mutation ($name: String!, $url: String!) { createWebhook(input: { name: $name, url: $url }) { webhook { id } } }",
      { name, url: receiver.url },
    );
    return name;
  }

  afterAll(async () => {
    await browser?.close();
    await receiver?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  test("a failed delivery is found in the log and replayed", async () => {
    const client = createGraphqlClient(service);
    const webhook = await newWebhook();
    receiver.willAnswer(answerWith(503, { "x-request": "7" }, "busy"));
    const upload = await client.upload("report.pdf", textDocument(1).bytes);
    await client.read(
      z.unknown(),
      "mutation ($id: ID!, $webhook: String!) { submitDocument(input: { upload: $id, webhook: $webhook }) { job { id } } }",
      { id: upload.id, webhook },
    );
    await using visit = await visitConsole(browser, service, `/webhooks/${webhook}`);
    const { page } = visit;
    const row = page.getByRole("row", { name: /report\.pdf/ });
    await row.getByText("Failed").waitFor({ timeout: 60_000 });
    await page.getByRole("radiogroup", { name: "State" }).getByText("Delivered").click();
    await page.getByRole("heading", { name: "No delivery has this state" }).waitFor();
    await page.getByRole("radiogroup", { name: "State" }).getByText("Failed").click();
    await expect.poll(() => page.url()).toContain("state=failed");

    await row.getByRole("button", { name: "report.pdf" }).focus();
    await page.keyboard.press("Enter");
    const attempt = page.getByRole("region", { name: /^Attempt/ }).last();
    await attempt.getByText("The target responded with status 503.").waitFor();
    await attempt.getByText("Response", { exact: true }).click();
    await attempt.getByText("x-request: 7").waitFor();
    await attempt.getByText(/^Request/).click();
    await attempt.getByText("webhook-signature: v1").waitFor();
    await expectAccessible(page);

    receiver.willAnswer(answerWith(200));
    await row.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("heading", { name: "No delivery has this state" }).waitFor();
    await page.getByRole("radiogroup", { name: "State" }).getByText("All").click();
    await row.getByText("Delivered").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("the format of its messages is chosen when it is created, and changed later", async () => {
    receiver.willAnswer(answerWith(200));
    const client = createGraphqlClient(service);
    const name = uniqueName("structured");
    const formatOf = async (): Promise<unknown> => {
      const { data } = await client.ask("query ($name: String!) { webhook(name: $name) { format } }", {
        name,
      });
      return data;
    };
    await using visit = await visitConsole(browser, service, "/webhooks");
    const { page } = visit;
    await page.getByRole("button", { name: "New webhook" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: "Markdown" }).click();
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    await page.getByRole("heading", { name }).waitFor();
    expect(await formatOf()).toEqual({ webhook: { format: "MARKDOWN" } });

    await page.getByRole("combobox", { name: "Format" }).click();
    await page.getByRole("option", { name: "Pieces for AI search" }).click();
    await page.getByRole("button", { name: "Send a test message and save" }).click();
    await expect.poll(formatOf).toEqual({ webhook: { format: "CHUNKS" } });
    await expectAccessible(page);
    // On a narrow screen, the example scrolls.
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("a test message tells its result, and a rotated secret signs it", async () => {
    await using visit = await visitConsole(browser, service, `/webhooks/${await newWebhook()}`);
    const { page } = visit;
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Rotate the secret" }).click();
    expect(await page.getByTestId("secret").innerText()).toMatch(/^whsec_/);
    await page.getByRole("button", { name: "I stored it" }).click();
    await page.getByRole("button", { name: "Send a test message", exact: true }).click();
    await page.getByText(/^Delivered\. Status 200 in/).waitFor();
    await page.getByRole("region", { name: "Attempt 1" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });
});
