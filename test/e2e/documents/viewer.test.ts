import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../../fixtures/long.ts";
import { createDocument } from "../../fixtures/pdf/document.ts";
import { standardFont } from "../../fixtures/pdf/font.ts";
import { A4 } from "../../fixtures/pdf/geometry.ts";
import { chromiumPath, startBrowser, complaintsOf } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CLI = fileURLToPath(new URL("../../../packages/gateway/dist/cli.js", import.meta.url));

interface View extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Runs `galley view` with a generated document. */
async function view(document: Uint8Array, name = "document.pdf"): Promise<View> {
  const folder = temporaryFolder();
  const file = join(folder.path, name);
  await writeFile(file, document);
  const child = spawn(process.execPath, [CLI, "view", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output] = await once(child.stdout, "data");
  const url = /http:\/\/127\.0\.0\.1:\d+\/view\/\S+/.exec(String(output))?.[0] ?? "";
  return {
    url,
    process: child,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill("SIGINT");
        await once(child, "exit");
      }
      await folder[Symbol.asyncDispose]();
    },
  };
}

test("Ctrl-C ends it with exit code 0", async () => {
  await using shown = await view(textDocument(1).bytes);
  expect((await fetch(shown.url)).status).toBe(200);
  shown.process.kill("SIGINT");
  expect(await once(shown.process, "exit")).toEqual([0, null]);
});

test("the document is only shown at its secret address", async () => {
  await using shown = await view(textDocument(1).bytes);
  const guessed = shown.url.replace(/[^/]+$/, crypto.randomUUID());
  const answer = await fetch(`${guessed}/document`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ message: expect.any(String) });
});

test("its page allows scripts and data from itself only", async () => {
  await using shown = await view(textDocument(1).bytes);
  const answer = await fetch(shown.url);
  const policy = answer.headers.get("content-security-policy") ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[^']+';/);
  expect(policy).not.toContain("unsafe");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).not.toMatch(/<script(?![^>]* src="\/console\/assets\/)/);
  const { origin } = new URL(shown.url);
  expect((await fetch(`${origin}/console/`)).status).toBe(404);
  expect((await fetch(`${origin}/console/view.html`)).status).toBe(404);
});

test("an unreadable file and invalid usage end with a line that says why", async () => {
  const ends = async (...arguments_: readonly string[]): Promise<unknown> => {
    const child = spawn(process.execPath, [CLI, "view", ...arguments_], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const [exitCode] = await once(child, "close");
    return { exitCode, stderr };
  };
  const missing = "/nowhere/document.pdf";
  expect(await ends(missing)).toEqual({ exitCode: 1, stderr: expect.stringContaining(missing) });
  expect(await ends()).toEqual({ exitCode: 2, stderr: expect.stringContaining("Expected exactly one file") });
  expect(await ends("a.pdf", "--port", "x")).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining("--port"),
  });
});

const path = chromiumPath();
const why = path === undefined ? " (skipped: no Chromium is installed, and CHROMIUM_PATH names none)" : "";

describe.skipIf(path === undefined)(`the viewer in a browser${why}`, () => {
  let browser: Browser;
  let shown: View;

  beforeAll(async () => {
    [browser, shown] = await Promise.all([startBrowser(path ?? ""), view(textDocument(12).bytes)]);
  });
  afterAll(async () => {
    await browser.close();
    await shown[Symbol.asyncDispose]();
  });

  interface Visit extends AsyncDisposable {
    readonly page: Page;
    /** Errors in the page, and every request to another server. */
    readonly complaints: readonly string[];
  }

  async function visit(url: string): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
    const complaints = complaintsOf(page, url);
    await page.goto(url);
    return { page, complaints, [Symbol.asyncDispose]: () => page.close() };
  }

  const pageOf = (page: Page, number: number): Locator => page.locator(`[data-page="${number}"]`);
  const textOf = (page: Page, number: number): Locator => pageOf(page, number).locator("pre");
  const marked = (page: Page): Locator => page.locator('rect[data-look="marked"]');
  const status = (page: Page): Locator => page.getByRole("search").getByRole("status");

  async function shows(page: Page, number: number): Promise<void> {
    await textOf(page, number)
      .filter({ hasText: `Page ${number} of 12` })
      .waitFor();
    await pageOf(page, number)
      .getByRole("img", { name: `Page ${number}` })
      .waitFor();
    await expect.poll(() => page.getByRole("textbox", { name: "Page" }).inputValue()).toBe(String(number));
  }

  test("a page is shown beside its text with its details, and no other server is contacted", async () => {
    await using visited = await visit(shown.url);
    const { page, complaints } = visited;
    await shows(page, 1);
    await page.getByRole("heading", { name: "document.pdf" }).waitFor();
    await pageOf(page, 1)
      .getByText(/^embedded text · 595 × 842 pt · [\d.]+ s$/)
      .waitFor();
    expect(await page.title()).toContain("document.pdf");
    await page.getByRole("tab", { name: "JSON" }).click();
    await pageOf(page, 1).getByText('"engine": "native"').waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
  });

  test("the box of each word matches its ink", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await page.keyboard.press("w");
    const words = pageOf(page, 1).locator('rect[data-look="word"]');
    await words.nth(300).waitFor();
    const empty = await page.evaluate(`(() => {
      const row = document.querySelector('[data-page="1"]');
      const image = row.querySelector("img");
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const ink = canvas.getContext("2d");
      ink.drawImage(image, 0, 0);
      const scale = image.naturalWidth / row.querySelector("svg[viewBox]").viewBox.baseVal.width;
      return [...row.querySelectorAll('rect[data-look="word"]')].filter((word) => {
        const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => word.getAttribute(name) * scale);
        const { data } = ink.getImageData(x, y, Math.max(width, 1), Math.max(height, 1));
        return !data.some((value, index) => index % 4 === 0 && value < 128);
      }).length;
    })()`);
    expect(empty).toBe(0);
  });

  test("the element under the pointer is highlighted in both panes", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await textOf(page, 1).locator('[data-line="4"][data-word="1"]').hover();
    await marked(page).waitFor();
    const box = await marked(page).boundingBox();
    await page.mouse.move(0, 0);
    await marked(page).waitFor({ state: "detached" });
    await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2);
    await textOf(page, 1).locator('[data-line="4"][data-word="1"][class*="wordMarked"]').waitFor();
    expect(visited.complaints).toEqual([]);
  });

  test("the arrow keys move one mark through both panes, and its address leads back", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await page.keyboard.press("ArrowDown");
    await marked(page).waitFor();
    const first = await marked(page).boundingBox();
    await page.keyboard.press("ArrowDown");
    await textOf(page, 1).locator('[data-line="2"][class*="lineMarked"]').first().waitFor();
    expect((await marked(page).boundingBox())?.y).toBeGreaterThan(first?.y ?? Infinity);
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Chosen part" }).getByText("Page 1, line 3").waitFor();
    expect(page.url()).toMatch(/#page=1&line=3$/);
    await page.reload();
    await page.getByRole("region", { name: "Chosen part" }).getByText("Page 1, line 3").waitFor();
  });

  test("keys turn the pages, and the page field jumps to one", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    for (const [key, number] of [
      ["ArrowRight", 2],
      ["PageDown", 3],
      ["ArrowLeft", 2],
      ["End", 12],
      ["PageUp", 11],
      ["Home", 1],
    ] as const) {
      await page.keyboard.press(key);
      await shows(page, number);
    }
    await page.getByRole("textbox", { name: "Page" }).fill("7");
    await page.keyboard.press("Enter");
    await shows(page, 7);
    await page.waitForURL(/#page=7$/);
    await page.reload();
    await shows(page, 7);
    expect(visited.complaints).toEqual([]);
  });

  test("w shows the word boxes, + and - zoom", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    const width = async (): Promise<number> =>
      (await pageOf(page, 1).getByRole("img", { name: "Page 1" }).boundingBox())?.width ?? 0;
    const before = await width();
    await page.keyboard.press("w");
    await pageOf(page, 1).locator('rect[data-look="word"]').nth(100).waitFor();
    await page.keyboard.press("+");
    await expect.poll(width).toBeGreaterThan(before);
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    await expect.poll(width).toBeLessThan(before);
  });

  test("a search moves between hits across pages, and Esc ends it", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await page.keyboard.press("/");
    await page.keyboard.type("page 5");
    await expect.poll(() => status(page).innerText()).toBe("1 of 1");
    await shows(page, 5);
    expect(await textOf(page, 5).locator('[class*="currentHit"]').allTextContents()).toEqual(["Page", "5"]);
    await page.keyboard.press("/");
    await page.getByRole("textbox", { name: "Search the text" }).fill("of 12");
    await expect.poll(() => status(page).innerText()).toBe("5 of 12");
    await page.keyboard.press("Enter");
    await shows(page, 6);
    await page.keyboard.press("Shift+Enter");
    await shows(page, 5);
    await page.getByRole("tab", { name: "Layout" }).click();
    await page.getByRole("region", { name: "Pages and their text" }).focus();
    await page.keyboard.press("n");
    await shows(page, 6);
    await page.keyboard.press("N");
    await shows(page, 5);
    await page.keyboard.press("Escape");
    await page.locator('[class*="currentHit"]').first().waitFor({ state: "detached" });
    expect(await page.getByRole("textbox", { name: "Search the text" }).inputValue()).toBe("");
  });

  test("texts and names of a document never run as code", async () => {
    const document = createDocument();
    document.page(A4, (page) => {
      for (const [line, text] of HOSTILE.entries())
        page.text(text, { x: 40, y: 60 + 30 * line, size: 10, font: standardFont("Helvetica") });
    });
    await using own = await view(document.finish().bytes, `<img src=x onerror="ran=1">.pdf`);
    await using visited = await visit(own.url);
    const { page, complaints } = visited;
    await textOf(page, 1)
      .filter({ hasText: HOSTILE[0] ?? "" })
      .waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Chosen part" }).waitFor();
    await page.getByRole("tab", { name: "JSON" }).click();
    await pageOf(page, 1).getByText('"engine": "native"').waitFor();
    expect(await page.evaluate("[typeof ran, document.querySelectorAll('pre img, h1 img').length]")).toEqual([
      "undefined",
      0,
    ]);
    expect(complaints).toEqual([]);
  });

  test("the service shows a job only with its key, and asks for it", { timeout: 120_000 }, async () => {
    await using service = await startService({ env: { GALLEY_KEEP_TEXT: "until_retrieved" } });
    const rest = createRestClient(service);
    const hash = await rest.submit(textDocument(12).bytes, { mode: "native_text" });
    await rest.waitUntilSettled(hash);
    const { job } = await createGraphqlClient(service).read(
      z.object({ job: z.object({ id: z.string() }) }),
      `{ job(handle: ${JSON.stringify(hash)}) { id } }`,
    );
    const url = `${service.url}/view/${job.id}`;
    expect((await fetch(`${url}/document`)).status).toBe(401);

    await using visited = await visit(url);
    const { page } = visited;
    const key = page.getByLabel("Key or token");
    await key.fill("not the key");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText(/not valid/).waitFor();
    await key.fill(service.serviceKey);
    await page.keyboard.press("Enter");
    await shows(page, 1);

    await rest.retrieve(hash);
    await page.reload();
    await pageOf(page, 1)
      .getByText(/no longer available/)
      .waitFor();
    await pageOf(page, 1).locator('rect[data-look="word"]').nth(40).waitFor();
  });
});

const HOSTILE = [
  '<img src="x" onerror="ran=1">',
  "<script>ran=1</script>",
  "javascript:ran=1",
  "{{constructor.constructor('ran=1')()}}",
];
