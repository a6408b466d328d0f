import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { furnish, type Furnished } from "../../pictures/furnish.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const chromium = chromiumPath() ?? "";
/** Each look for violations takes seconds on a busy machine. */
const PATIENCE_MS = 240_000;
const PHONE = { width: 390, height: 844 } as const;

describe.skipIf(chromium === "")("the frame of the console", { timeout: PATIENCE_MS }, () => {
  let folder: TemporaryFolder;
  let service: RunningService;
  let browser: Browser;
  let furnished: Furnished;

  beforeAll(async () => {
    folder = temporaryFolder();
    [service, browser] = await Promise.all([
      startService({ env: { GALLEY_LOCAL_ROOTS: folder.path } }),
      startBrowser(chromium),
    ]);
    furnished = await furnish(service, folder.path);
  }, PATIENCE_MS);

  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  test("no screen is wider than a phone", async () => {
    await using visit = await visitConsole(browser, service, "/", PHONE);
    const { page } = visit;
    const { pipeline, run } = furnished;
    const screens: readonly (readonly [string, string])[] = [
      ["/", "Recent documents"],
      ["/documents", "invoice-4711.pdf"],
      ["/pipelines", "Invoices"],
      ["/pipelines/new", "New connector"],
      [`/pipelines/${pipeline}`, "Started by"],
      [`/pipelines/${pipeline}?tab=settings`, "Save settings"],
      [`/pipelines/${pipeline}?tab=address`, "As curl"],
      [`/pipelines/${pipeline}?tab=notifications`, "No notifications"],
      [`/runs/${run}`, "invoice-4711.pdf"],
      ["/connectors", "Archive"],
      ["/connectors/new", "Local storage"],
      ["/keys", "Extraction keys"],
      ["/keys?tab=tokens", "New token"],
      ["/webhooks", "No webhooks yet"],
      ["/usage", "By label"],
      ["/people", "Member since"],
      ["/system", "Replicas"],
      ["/account", "Signed-in browsers"],
    ];
    const tooWide: string[] = [];
    for (const [path, sign] of screens) {
      await page.goto(`${service.url}/console${path}`);
      await page.getByText(sign).first().waitFor({ state: "attached" });
      const surplus = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      if (surplus !== 0) tooWide.push(`${path}: ${String(surplus)} px`);
    }
    expect(tooWide).toEqual([]);
  });

  test("on a phone, a name of one long word fits, and a cut name in Arabic keeps its beginning", async () => {
    const name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk".repeat(2);
    const { at } = await callManagement(service, "POST /connector/", {
      connector_id: "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5",
      connector_name: name,
      connector_metadata: { path: folder.path },
    });
    await using visit = await visitConsole(browser, service, `/connectors/${String(at("id"))}`, PHONE);
    const { page } = visit;
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth - innerWidth")).toBe(0);
    await page.goto(`${service.url}/console/`);
    await page.setInputFiles('input[type="file"]', {
      name: `${"قائمة الفواتير الشهرية ".repeat(4)}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from("a,b\n1,2\n"),
    });
    await page.waitForURL(/documents\/[\da-f-]{36}/);
    await page.goto(`${service.url}/console/documents`);
    const link = page.getByRole("link", { name: /قائمة/ });
    await link.waitFor();
    // The ellipsis is at the end of the direction.
    const look =
      "const { direction, textAlign } = getComputedStyle(document.querySelector('[data-row]').parentElement); [direction, textAlign]";
    expect(await page.evaluate(look)).toEqual(["rtl", "left"]);
    expect(visit.complaints).toEqual([]);
  });

  test("on a phone, cells say what they are, and Escape closes the navigation", async () => {
    await using visit = await visitConsole(browser, service, `/pipelines/${furnished.pipeline}`, PHONE);
    const { page } = visit;
    const row = page.getByRole("row").last();
    await row.getByText("files", { exact: false }).or(row.getByText(/done/)).first().waitFor();
    const label = "getComputedStyle(document.querySelector('td:nth-child(3)'), '::before').content";
    expect(await page.evaluate(label)).toBe('"Started by"');
    await expectAccessible(page);
    const navigation = page.getByRole("navigation", { name: "Screens" });
    await page.getByRole("button", { name: "Navigation" }).click();
    await navigation.getByRole("link", { name: "Usage" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => navigation.isVisible()).toBe(false);
    expect(visit.complaints).toEqual([]);
  });

  test("a row is followed wherever it is clicked; an unknown address keeps the navigation", async () => {
    await using visit = await visitConsole(browser, service, `/pipelines/${furnished.pipeline}`);
    const { page } = visit;
    await page.getByRole("row").nth(1).getByRole("cell").nth(3).click();
    await page.waitForURL(/\/runs\//);
    await page.goto(`${service.url}/console/nope`);
    await page.getByText("There is nothing at this address").waitFor();
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Pipelines" }).click();
    await page.getByRole("heading", { name: "Pipelines", level: 1 }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("the palette finds pipelines and connectors, and ? shows the keys", async () => {
    await using visit = await visitConsole(browser, service, "/usage");
    const { page } = visit;
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await keys.getByText("Go to the next doubtful word").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await page.getByRole("textbox", { name: "Search and commands" }).waitFor();
    await page.keyboard.type("archive");
    await page.getByRole("button", { name: "Archive" }).waitFor();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("invoices");
    await page.getByRole("button", { name: /^Invoices/ }).click();
    await page.waitForURL(/\/pipelines\//);
    expect(visit.complaints).toEqual([]);
  });

  test("what takes the place of a screen has a heading, and says what is wrong", async () => {
    await using visit = await visitConsole(browser, service, "/nope");
    const { page } = visit;
    const heading = page.getByRole("heading", { level: 1 });
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const [path, title] of [
      ["/nope", "There is nothing at this address"],
      [`/pipelines/${unknown}`, "There is nothing at this address"],
      [`/documents/${unknown}`, "There is no such document"],
    ] as const) {
      await page.goto(`${service.url}/console${path}`);
      await heading.getByText(title).waitFor();
    }
    await expectAccessible(page);
    const statuses = {
      429: "Too many requests were sent",
      503: "not available at the moment (HTTP status 503)",
    };
    for (const [status, words] of Object.entries(statuses)) {
      await page.route("**/graphql", (route) => route.fulfill({ status: Number(status), body: "busy" }));
      await page.goto(`${service.url}/console/`);
      await heading.getByText("Galley").waitFor();
      await expect.poll(() => page.getByRole("alert").innerText()).toContain(words);
    }
  });

  test("a session that ended in another tab leads to sign-in with the next screen", async () => {
    await using visit = await visitConsole(browser, service, "/");
    const { page } = visit;
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    // A screen at rest looks for missed changes now and then, and would be led to sign-in before the click.
    const { promise: clicked, resolve: click } = Promise.withResolvers<void>();
    await page.route("**/graphql", async (route) => {
      await clicked;
      await route.continue();
    });
    const data = { query: "mutation { signOut { signedOut } }" };
    await page.context().request.post(`${service.url}/graphql`, { headers: { origin: service.url }, data });
    await page.getByRole("navigation", { name: "Screens" }).getByRole("link", { name: "Usage" }).click();
    click();
    await expect.poll(() => page.url()).toBe(`${service.url}/console/sign-in?returnTo=%2Fusage`);
  });

  test("on a phone, hidden navigation has no focus, and Escape gives it back to the button", async () => {
    await using visit = await visitConsole(browser, service, "/usage", PHONE);
    const { page } = visit;
    await page.getByRole("heading", { name: "Usage", level: 1 }).waitFor();
    const screens = page.getByRole("link", { name: "Pipelines", includeHidden: true });
    expect(await screens.isVisible()).toBe(false);
    const button = page.getByRole("button", { name: "Navigation" });
    await button.focus();
    await page.keyboard.press("Enter");
    await screens.focus();
    await page.keyboard.press("Escape");
    expect(await button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await screens.isVisible()).toBe(false);
    expect(visit.complaints).toEqual([]);
  });

  test("dialogs that are removed when they close give the focus back", async () => {
    await using visit = await visitConsole(browser, service, `/documents/${furnished.document}`);
    const { page } = visit;
    const hasFocus = (name: string): Promise<boolean> =>
      page
        .getByRole("button", { name, exact: true })
        .evaluate((element) => element === element.ownerDocument.activeElement);
    await page.getByRole("button", { name: "As code" }).press("Enter");
    await page.getByRole("dialog", { name: "This submission as code" }).locator(":focus").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => hasFocus("As code")).toBe(true);
    await page.getByRole("button", { name: "Run again" }).press("Enter");
    await page.getByRole("menuitem", { name: /password/ }).press("Enter");
    await page.getByRole("dialog", { name: "Submit again" }).locator(":focus").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => hasFocus("Run again")).toBe(true);
    expect(visit.complaints).toEqual([]);
  });

  test("the latest runs in the list of pipelines are large enough to be clicked", async () => {
    await using visit = await visitConsole(browser, service, "/pipelines");
    const { page } = visit;
    const bars = page.getByRole("group", { name: "Latest runs" }).getByRole("link");
    await bars.first().waitFor();
    for (const bar of await bars.all())
      expect(await bar.boundingBox()).toMatchObject({ width: 24, height: 24 });
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("at 400 % zoom, nothing is cut off and lists keep their height", async () => {
    const size = { width: 320, height: 256 } as const;
    await using visit = await visitConsole(browser, service, `/documents/${furnished.document}`, size);
    const { page } = visit;
    await page.getByRole("button", { name: "Run again" }).waitFor();
    const beyond = `[...document.querySelectorAll("header button")]
      .filter((button) => button.getBoundingClientRect().right > innerWidth)
      .map((button) => button.textContent)`;
    expect(await page.evaluate(beyond)).toEqual([]);
    await page.goto(`${service.url}/console/documents`);
    const list = page.getByRole("table", { name: "Documents" });
    await list.getByText("letter.pdf").first().waitFor();
    expect(await list.boundingBox()).toMatchObject({ height: 240 });
    expect(visit.complaints).toEqual([]);
  });

  test("on paper there is only the screen itself", async () => {
    await using visit = await visitConsole(browser, service, "/usage");
    const { page } = visit;
    const heading = page.getByRole("heading", { name: "Usage", level: 1 });
    await heading.waitFor();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation", { name: "Screens" }).isVisible()).toBe(false);
    expect(await page.getByRole("banner").isVisible()).toBe(false);
    expect(await heading.boundingBox()).toMatchObject({ x: 0 });
  });
});
