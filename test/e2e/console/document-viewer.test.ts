import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import { textDocument } from "../../fixtures/long.ts";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { standardFont } from "../../fixtures/pdf/font.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import { someWords } from "../../fixtures/words.ts";
import { hasPythonRequests } from "../../support/clients/python.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole, type ConsoleVisit, type VisitOptions } from "../../support/clients/console.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const chromium = chromiumPath() ?? "";

/** Pages of a document that is far longer than the window. */
const LONG = 100;

/** Small, since axe looks at every word. */
const THREE = threePages();

const jobSchema = z.object({ job: z.object({ id: z.string() }) });

describe.skipIf(chromium === "")("the document viewer in the console", () => {
  let service: RunningService;
  let browser: Browser;
  /** A document of three pages. */
  let id: string;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser(chromium)]);
    id = await read(THREE, "three.pdf");
  });

  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** Submits a document, waits until it is read, and returns its id. */
  async function read(document: Uint8Array, name: string): Promise<string> {
    const rest = createRestClient(service);
    const hash = await rest.submit(document, { mode: "native_text", file_name: name });
    await rest.waitUntilSettled(hash);
    return idOf(hash);
  }

  async function idOf(hash: string): Promise<string> {
    const query = `{ job(handle: ${JSON.stringify(hash)}) { id } }`;
    return (await createGraphqlClient(service).read(jobSchema, query)).job.id;
  }

  const open = (document: string, place = "", options?: VisitOptions): Promise<ConsoleVisit> =>
    visitConsole(browser, service, `/documents/${document}${place}`, options);

  const row = (page: Page, number: number): Locator => page.locator(`[data-page="${number}"]`);
  const text = (page: Page, number: number): Locator => row(page, number).locator("pre");

  test("a term is searched for while it is typed, and what is exactly it comes before what is similar", async () => {
    await using visit = await open(id);
    const { page } = visit;
    await text(page, 1).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("page 2 of 3");
    const found = page.getByRole("search").getByRole("status");
    await found.filter({ hasText: /^1 of 1$/ }).waitFor();
    await text(page, 2).locator('[class*="currentHit"]').first().waitFor();
    await expectAccessible(page);
    await page.getByRole("textbox", { name: "Search the text" }).fill("page 2 of 9");
    await found.filter({ hasText: /^1 of \d+ similar$/ }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("on a phone the text can be read, and is scrolled sideways by keyboard", async () => {
    await using visit = await open(id, "", { width: 390, height: 844 });
    const { page } = visit;
    await text(page, 1).waitFor();
    const size = await page.evaluate(
      `parseFloat(getComputedStyle(document.querySelector('[data-page="1"] pre')).fontSize)`,
    );
    expect(size).toBeGreaterThanOrEqual(12);
    await expectAccessible(page);
    const pane = page.getByRole("region", { name: "Text of page 1" });
    await pane.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const scrolled = `document.querySelector('[aria-label="Text of page 1"]').scrollLeft`;
    await expect.poll(() => page.evaluate(scrolled)).toBeGreaterThan(0);
    expect(await page.getByRole("textbox", { name: "Page" }).inputValue()).toBe("1");
    expect(visit.complaints).toEqual([]);
  });

  test("a document that does not exist says why, and where the others are", async () => {
    await using visit = await open(crypto.randomUUID());
    const { page } = visit;
    await page.getByRole("heading", { name: "There is no such document" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "All documents" }).click();
    await page.getByRole("table", { name: "Documents" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("an encrypted document is read again with its password", async () => {
    const locked = encrypted("AES", { user: "open sesame", owner: "owner" });
    await using visit = await open(await read(locked.bytes, "locked.pdf"));
    const { page } = visit;
    await page.getByText("This document could not be read").waitFor();
    await page.getByRole("button", { name: /^Submit again with/ }).click();
    const panel = page.getByRole("dialog");
    await panel.getByLabel("Password", { exact: true }).fill("open sesame");
    await panel.getByRole("button", { name: "Submit again" }).click();
    await text(page, 1).filter({ hasText: "This page was encrypted" }).waitFor();
    await page.getByRole("button", { name: "Run again" }).click();
    await page.getByRole("menuitem", { name: /^Pages, language, password/ }).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await row(page, 1).getByText("the document is encrypted, and passwords are deleted").waitFor();
    // The browser itself reports the responses without a picture.
    expect(visit.complaints.filter((complaint) => !complaint.includes("415"))).toEqual([]);
  });

  test("a word is corrected by keyboard; the correction is shown, kept, downloaded and undone", async () => {
    await using visit = await open(id);
    const { page } = visit;
    await text(page, 1).waitFor();
    const chosen = page.getByRole("region", { name: "Chosen part" });
    const corrected = text(page, 1).locator('[class*="correctedWord"]');
    for (const key of ["ArrowDown", "Shift+ArrowRight", "Shift+ArrowRight", "e"])
      await page.keyboard.press(key);
    await chosen.getByRole("textbox", { name: "Correct the word 1" }).waitFor();
    await page.keyboard.type("twelve");
    await page.keyboard.press("Enter");
    await chosen.getByText("twelve, read as 1").waitFor();
    await text(page, 1).filter({ hasText: "Page twelve of 3" }).waitFor();
    await row(page, 1).locator('rect[data-look="corrected"]').waitFor();
    await expectAccessible(page);

    await page.reload();
    await corrected.waitFor();
    expect(await corrected.innerText()).toBe("twelve");
    await page.getByRole("tab", { name: "JSON" }).click();
    await text(page, 1).filter({ hasText: '"text": "Page twelve of 3' }).waitFor();
    await page.getByRole("tab", { name: "Layout" }).click();
    await corrected.waitFor();
    await page.getByRole("button", { name: "Download as" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Corrections (.json)" }).click(),
    ]);
    expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject([
      { page: 1, word: 1, original: "1", text: "twelve" },
    ]);

    await corrected.click();
    await chosen.getByRole("button", { name: "Undo the correction" }).click();
    await corrected.waitFor({ state: "detached" });
    await page.reload();
    await text(page, 1).filter({ hasText: "Page 1 of 3" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("a caller who may not correct words is not offered it", async () => {
    const manager = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
    const { createAccessToken } = await manager.read(
      z.object({ createAccessToken: z.object({ secret: z.string() }) }),
      'mutation { createAccessToken(input: { name: "reader", tier: READ }) { secret } }',
    );
    const accessToken = createAccessToken.secret;
    await using visit = await open(id, "", { accessToken });
    const { page } = visit;
    await text(page, 1).waitFor();
    const chosen = page.getByRole("region", { name: "Chosen part" });
    for (const key of ["ArrowDown", "Shift+ArrowRight", "e", "Enter"]) await page.keyboard.press(key);
    await chosen.getByRole("button", { name: "Copy text" }).waitFor();
    expect(await chosen.getByRole("button", { name: /Correct/ }).count()).toBe(0);
    expect(await chosen.getByRole("textbox").count()).toBe(0);
    for (const name of ["Delete", "Run again"]) {
      expect(await page.getByRole("button", { name }).count()).toBe(0);
    }
    const screens = [
      ["", "Recent documents", "Choose files"],
      ["pipelines", "Pipelines", "New pipeline"],
      ["connectors", "Connectors", "New connector"],
      ["webhooks", "Webhooks", "New webhook"],
    ] as const;
    for (const [address, heading, action] of screens) {
      await page.goto(`${service.url}/console/${address}`);
      await page.getByRole("heading", { name: heading }).first().waitFor();
      expect(await page.getByText(action).count()).toBe(0);
    }
    expect(visit.complaints).toEqual([]);
  });

  test(
    "a long document is shown while it is read; only the pages near the window exist",
    { timeout: 120_000 },
    async () => {
      const rest = createRestClient(service);
      const hash = await rest.submit(textDocument(LONG).bytes, {
        mode: "native_text",
        file_name: "long.pdf",
      });
      const long = await idOf(hash);
      await using visit = await open(long);
      const { page } = visit;
      await text(page, 1)
        .filter({ hasText: `Page 1 of ${LONG}` })
        .waitFor();
      await rest.waitUntilSettled(hash);
      await page.getByText("Processed", { exact: true }).waitFor();
      const number = page.getByRole("textbox", { name: "Page" });
      for (const wanted of [2, LONG / 2, LONG]) {
        await number.fill(String(wanted));
        await page.keyboard.press("Enter");
        await text(page, wanted)
          .filter({ hasText: `Page ${wanted} of ${LONG}` })
          .waitFor();
        expect(await page.locator("[data-page]").count()).toBeLessThan(8);
        expect(await page.locator("img").count()).toBeLessThan(40);
        expect(await page.locator("*").count()).toBeLessThan(5000);
      }
      await using shared = await open(long, `?page=${LONG - 20}&line=3`);
      await row(shared.page, LONG - 20)
        .locator('rect[data-look="marked"]')
        .waitFor();
      await shared.page.getByText(`Page ${LONG - 20}, line 3`).waitFor();
      expect([...visit.complaints, ...shared.complaints]).toEqual([]);
    },
  );

  test("the programs that are shown submit, wait and print the text", async () => {
    await using folder = temporaryFolder();
    await writeFile(join(folder.path, "three.pdf"), THREE);
    await using visit = await open(id);
    const { page } = visit;
    await page.getByRole("button", { name: "As code" }).click();
    const code = async (name: string): Promise<string> => {
      await page.getByRole("tab", { name }).click();
      return page.getByLabel(`${name} code`, { exact: true }).innerText();
    };
    const env = { ...process.env, GALLEY_KEY: service.serviceKey };
    const run = async (command: string, ...parts: readonly string[]): Promise<string> =>
      (await promisify(execFile)(command, parts, { cwd: folder.path, env })).stdout;
    await writeFile(join(folder.path, "read.mjs"), await code("JavaScript"));
    await writeFile(join(folder.path, "read.py"), await code("Python"));
    const texts = [
      await run("sh", "-c", await code("curl")),
      await run(process.execPath, "read.mjs"),
      ...(hasPythonRequests() ? [await run("python3", "read.py")] : []),
    ];
    for (const printed of texts) expect(printed).toContain("Page 3 of 3");
    expect(await code("GraphQL")).toContain("subscription Wait");
    expect(visit.complaints).toEqual([]);
  });
});

function threePages(): Uint8Array {
  const document = createDocument();
  const font = standardFont("Times-Roman");
  for (const number of [1, 2, 3]) {
    document.page(A4, (page) => {
      page.text(`Page ${number} of 3`, { x: 72, y: 72, size: 12, font });
      for (const line of [1, 2, 3])
        page.text(someWords(12, number * 10 + line), { x: 72, y: 90 + line * 16, size: 11, font });
    });
  }
  return document.finish().bytes;
}
