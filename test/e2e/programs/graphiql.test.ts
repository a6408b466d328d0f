import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { letter } from "../../fixtures/business.ts";
import { chromiumPath, complaintsOf, startBrowser } from "../../support/clients/browser.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";

const path = chromiumPath();
const why = path === undefined ? " (skipped: no Chromium is installed, and CHROMIUM_PATH names none)" : "";

describe.skipIf(path === undefined)(`GraphiQL in a browser${why}`, () => {
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(path ?? "")]);
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  interface Visit {
    readonly page: Page;
    /** Errors in the page, and every request to another server. */
    readonly complaints: readonly string[];
  }

  async function visit(): Promise<Visit> {
    const page = await browser.newPage();
    const complaints = complaintsOf(page, service.url);
    await page.goto(`${service.url}/graphql`);
    await page.waitForSelector(".graphiql-execute-button");
    return { page, complaints };
  }

  const EDITORS = {
    query: ".graphiql-query-editor .CodeMirror",
    headers: ".graphiql-editor-tool .graphiql-editor:not(.hidden) .CodeMirror",
  } as const;

  async function write(page: Page, editor: keyof typeof EDITORS, text: string): Promise<void> {
    const [selector, value] = [EDITORS[editor], text].map((argument) => JSON.stringify(argument));
    await page.evaluate(`document.querySelector(${selector}).CodeMirror.setValue(${value})`);
  }

  async function run(page: Page): Promise<void> {
    await page.click(".graphiql-execute-button");
  }

  async function shows(page: Page, text: string): Promise<void> {
    await expect.poll(() => page.innerText(".result-window"), { timeout: 60_000 }).toContain(text);
  }

  test("the page loads only from the service and runs its first query", async () => {
    const { page, complaints } = await visit();
    await run(page);
    await shows(page, '"ready": true');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a query and a subscription are sent with the credentials under Headers", async () => {
    const rest = createRestClient(service);
    const hash = await rest.submit(letter().bytes, { mode: "native_text" });
    await rest.waitUntilSettled(hash);
    const { page, complaints } = await visit();
    await page.getByRole("button", { name: "Headers" }).click();
    await write(page, "headers", JSON.stringify({ "service-key": service.serviceKey }));
    await write(page, "query", `query FirstLook { job(handle: ${JSON.stringify(hash)}) { id } }`);
    await run(page);
    await shows(page, '"id":');
    const result = await page.innerText(".result-window");
    const id = /"id": "([^"]+)"/.exec(result)?.[1] ?? "";

    await write(page, "query", `subscription FirstLook { jobChanged(id: "${id}") { kind job { status } } }`);
    await run(page);
    await shows(page, '"status": "PROCESSED"');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("a key above and an uploaded document serve all tabs, and the key lasts as long as the session", async () => {
    const { page, complaints } = await visit();
    await page.fill("#key", service.serviceKey);
    await page.setInputFiles("#file", {
      name: "letter.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(letter().bytes),
    });
    await expect.poll(() => page.innerText("#uploaded")).toMatch(/^letter\.pdf: [0-9a-f-]{36}$/);
    await page.getByRole("tab", { name: "Submit" }).click();
    await run(page);
    await shows(page, '"status": "ACCEPTED"');
    await page.reload();
    await page.waitForSelector(".graphiql-execute-button");
    expect(await page.inputValue("#key")).toBe(service.serviceKey);
    await page.getByRole("tab", { name: "Documents" }).click();
    await run(page);
    await shows(page, '"name": "letter.pdf"');
    expect(complaints).toEqual([]);
    await page.close();
    const stranger = await visit();
    expect(await stranger.page.inputValue("#key")).toBe("");
    await stranger.page.getByRole("tab", { name: "Submit" }).click();
    await run(stranger.page);
    await shows(stranger.page, "Choose a file at Upload");
    await stranger.page.close();
  });

  test("clients that ask for JSON do not get the page", async () => {
    const answer = await fetch(`${service.url}/graphql`, { headers: { accept: "application/json" } });
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const page = await fetch(`${service.url}/graphql`, { headers: { accept: "text/html" } });
    expect(page.headers.get("content-security-policy")).toMatch(/default-src 'none'; script-src 'self'/);
  });
});
