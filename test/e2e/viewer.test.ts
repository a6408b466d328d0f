import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { textDocument } from "../fixtures/long.ts";
import { chromiumPath, startBrowser } from "../support/browser.ts";
import { createGraphqlClient } from "../support/graphql-client.ts";
import { createRestClient } from "../support/rest-client.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const CLI = fileURLToPath(new URL("../../packages/gateway/dist/cli.js", import.meta.url));

interface View extends AsyncDisposable {
  readonly url: string;
  readonly process: ChildProcess;
}

/** Runs `galley view` with a generated document. */
async function view(document: Uint8Array, ...options: readonly string[]): Promise<View> {
  const folder = temporaryFolder();
  const file = join(folder.path, "document.pdf");
  await writeFile(file, document);
  const child = spawn(process.execPath, [CLI, "view", file, ...options], {
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
const why =
  path === undefined ? " (skipped: there is no /usr/bin/chromium and CHROMIUM_PATH is not set)" : "";

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
    readonly complaints: string[];
  }

  async function visit(url: string): Promise<Visit> {
    const page = await browser.newPage({ viewport: { width: 1500, height: 900 } });
    const complaints: string[] = [];
    page.on("request", (request) => {
      if (new URL(request.url()).origin !== new URL(url).origin) complaints.push(`asked ${request.url()}`);
    });
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    await page.goto(url);
    return { page, complaints, [Symbol.asyncDispose]: () => page.close() };
  }

  async function shows(page: Page, number: number): Promise<void> {
    await page.waitForSelector(`#image[data-page="${number}"]`);
    await expect.poll(() => page.innerText("#text")).toContain(`Page ${number} of 12`);
  }

  const marked = (page: Page, pane: string, part: string): Promise<string[]> =>
    page.$$eval(
      `${pane} .${part}.marked`,
      (elements, name) => elements.map((one) => one.getAttribute(name) ?? ""),
      `data-${part}`,
    );

  test("a page is shown beside its text with its details, and no other server is contacted", async () => {
    await using visited = await visit(shown.url);
    const { page, complaints } = visited;
    await shows(page, 1);
    expect(await page.innerText("#about")).toMatch(/Engine: native · Text: native .* s$/);
    expect(await page.innerText("#count")).toBe("12");
    expect(await page.title()).toContain("document.pdf");
    expect(complaints).toEqual([]);
  });

  test("the box of each word matches its ink", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    const empty = await page.evaluate(`(() => {
      const image = document.getElementById("image");
      const boxes = document.getElementById("boxes");
      const scale = image.width / boxes.viewBox.baseVal.width;
      const ink = image.getContext("2d");
      return [...boxes.querySelectorAll("rect.word")].filter((word) => {
        const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => word.getAttribute(name) * scale);
        const { data } = ink.getImageData(x, y, Math.max(width, 1), Math.max(height, 1));
        return !data.some((value, index) => index % 4 === 0 && value < 128);
      }).length;
    })()`);
    expect(empty).toBe(0);
    expect(await page.$$eval("#boxes rect.word", (words) => words.length)).toBeGreaterThan(300);
  });

  test("the element under the pointer is highlighted in both panes", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await page.hover('#text .word[data-word="7"]');
    expect(await marked(page, "#boxes", "word")).toEqual(["7"]);
    expect(await marked(page, "#boxes", "line")).toEqual(await marked(page, "#text", "line"));
    await page.hover('#boxes .word[data-word="9"]');
    expect(await marked(page, "#text", "word")).toEqual(["9"]);
    await page.hover("header");
    expect(await marked(page, "#text", "word")).toEqual([]);
  });

  test("the focused line is highlighted in both panes", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await page.focus("#text");
    await page.keyboard.press("ArrowDown");
    const first = await marked(page, "#boxes", "line");
    await page.keyboard.press("ArrowDown");
    const second = await marked(page, "#boxes", "line");
    expect(first).toHaveLength(1);
    expect(second).toEqual(await marked(page, "#text", "line"));
    expect(Number(second[0])).toBeGreaterThan(Number(first[0]));
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
    await page.fill("#number", "7");
    await page.keyboard.press("Enter");
    await shows(page, 7);
    expect(page.url()).toMatch(/#page=7$/);
  });

  test("w shows the word boxes, + and - zoom", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    const width = (): Promise<number> => page.$eval("#sheet", (sheet) => sheet.getBoundingClientRect().width);
    const before = await width();
    await page.keyboard.press("w");
    expect(await page.getAttribute("#word-boxes", "aria-pressed")).toBe("true");
    await page.keyboard.press("+");
    expect(await width()).toBeGreaterThan(before);
    await page.keyboard.press("-");
    await page.keyboard.press("-");
    expect(await width()).toBeLessThan(before);
  });

  test("a search moves between hits across pages, and Esc ends it", async () => {
    await using visited = await visit(shown.url);
    const { page } = visited;
    await shows(page, 1);
    await page.keyboard.press("/");
    await page.keyboard.type("page 5");
    await page.keyboard.press("Enter");
    await shows(page, 5);
    await expect.poll(() => page.innerText("#hits")).toBe("1 of 1 here, 1 page");
    expect(await page.$$eval("#text .hit.current", (words) => words.map((word) => word.textContent))).toEqual(
      ["Page", "5"],
    );
    await page.keyboard.press("/");
    await page.keyboard.type("of 12");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.innerText("#hits")).toBe("1 of 1 here, 12 pages");
    await page.keyboard.press("n");
    await shows(page, 6);
    await page.keyboard.press("N");
    await shows(page, 5);
    await page.keyboard.press("Escape");
    expect(await page.$$eval(".hit", (words) => words.length)).toBe(0);
  });

  test("the service shows a job only with its key, and asks for it", async () => {
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
    await page.waitForSelector("#key-dialog[open]");
    await page.fill("#key", "not the key");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.innerText("#key-problem")).toMatch(/not valid/);
    await page.fill("#key", service.serviceKey);
    await page.keyboard.press("Enter");
    await shows(page, 1);

    await rest.retrieve(hash);
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector('#image[data-page="2"]');
    await expect.poll(() => page.innerText("#text")).toMatch(/no longer available/);
    expect(await page.$$eval("#boxes rect.line", (lines) => lines.length)).toBeGreaterThan(40);
    await page.reload();
    await page.waitForSelector('#image[data-page="2"]');
  });
});
