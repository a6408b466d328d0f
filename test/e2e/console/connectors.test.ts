import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { boundPort } from "@galley/core/testing";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { startDrive } from "../../support/servers/drive-server.ts";
import { CLIENT, startIdentityProvider } from "../../support/servers/identity-provider.ts";
import { startForAnotherOrganization, startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const chromium = chromiumPath() ?? "";
/** Each look for violations takes seconds on a busy machine. */
const PATIENCE_MS = 240_000;
const PERSON = "ada@press.example";
const PASSWORD = "correct-horse-9";

/** A web server that lists a folder for those who know the password. */
async function startFiles(): Promise<Server> {
  const credentials = `Basic ${Buffer.from(`ada:${PASSWORD}`).toString("base64")}`;
  const server = createServer(({ headers }, response) => {
    if (headers.authorization !== credentials) response.writeHead(401);
    response.end('<html><body><a href="letter.pdf">letter.pdf</a></body></html>');
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  server.close();
  await once(server, "close");
  return port;
}

describe.skipIf(chromium === "")("connectors in the console", { timeout: PATIENCE_MS }, () => {
  let folder: TemporaryFolder;
  let files: Server;
  let service: RunningService;
  let browser: Browser;

  beforeAll(async () => {
    folder = temporaryFolder();
    await mkdir(join(folder.path, "scans"));
    files = await startFiles();
    [service, browser] = await Promise.all([
      startService({
        env: { GALLEY_LOCAL_ROOTS: folder.path, GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" },
      }),
      startBrowser(chromium),
    ]);
  });

  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    files?.close();
    files?.closeAllConnections();
    await folder?.[Symbol.asyncDispose]();
  });

  test("a folder that is not open to connectors is refused with what to do, and another one is accepted", async () => {
    await using visit = await visitConsole(browser, service, "/connectors");
    const { page } = visit;
    await page.getByRole("heading", { name: "No connectors yet" }).waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "New connector" }).first().click();
    await page.getByRole("searchbox", { name: "Search kinds" }).fill("folder of the machine");
    await page.getByRole("button", { name: /Local storage/ }).click();
    await page.getByRole("textbox", { name: "Name of the connector" }).fill("Scans");
    await page.getByRole("textbox", { name: "Folder" }).fill("/etc");
    await page.getByRole("button", { name: "Test and save" }).click();
    const steps = page.getByRole("region", { name: "Connection test" });
    await steps
      .getByText(
        /^The path is not a folder that is open to connectors\. GALLEY_LOCAL_ROOTS lists those that are/,
      )
      .waitFor();
    await expectAccessible(page);

    await page.getByRole("textbox", { name: "Folder" }).fill(join(folder.path, "scans"));
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByRole("heading", { name: "Scans", level: 1 }).waitFor();
    await page.getByRole("tab", { name: "Sharing" }).click();
    await page.getByRole("switch", { name: "Everyone in the organization" }).click();
    await page.getByRole("button", { name: "Save sharing" }).click();
    await page.getByText("Saved.").waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Connectors" }).click();
    expect(await page.getByRole("row", { name: /Scans/ }).innerText()).toMatch(
      /Ready[\s\S]*Nothing[\s\S]*Everyone/,
    );
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("a wrong port fails at the step that connects; a stored secret is tested, kept and never shown", async () => {
    const closed = await closedPort();
    await using visit = await visitConsole(browser, service, "/connectors/new");
    const { page } = visit;
    await page.getByRole("button", { name: /^HTTP/ }).click();
    await page.getByRole("textbox", { name: "Name of the connector" }).fill("Web folder");
    await page.getByRole("textbox", { name: "Base URL" }).fill(`http://127.0.0.1:${closed}/`);
    await page.getByRole("textbox", { name: "User name" }).fill("ada");
    await page.getByRole("textbox", { name: "Password", exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const steps = page.getByRole("region", { name: "Connection test" });
    const failed = steps.getByRole("listitem").filter({ has: page.getByRole("img", { name: "Failed" }) });
    await failed.getByText("Connect", { exact: true }).waitFor();
    await failed.getByText(/Check the host and the port/).waitFor();

    await page.getByRole("textbox", { name: "Base URL" }).fill(`http://127.0.0.1:${boundPort(files)}/`);
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByRole("heading", { name: "Web folder", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Replace: Password" }).waitFor();
    expect(await page.content()).not.toContain(PASSWORD);
    await page.getByRole("textbox", { name: "Name of the connector" }).fill("Archive on the web");
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByRole("heading", { name: "Archive on the web", level: 1 }).waitFor();

    await page.getByRole("button", { name: "Replace: Password" }).click();
    await page.getByRole("textbox", { name: "Password", exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await failed.getByText("Sign in", { exact: true }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("signing in at a provider happens in a window, and the connector has its credentials", async () => {
    await using drive = await startDrive();
    await using provider = await startIdentityProvider([{ email: PERSON, verified: true }]);
    const client = { client_id: CLIENT.id, client_secret: CLIENT.secret, issuer: provider.issuer };
    await using own = await startService({
      dataDir: service.dataDir,
      env: {
        GALLEY_OAUTH_CLIENTS: JSON.stringify({ "google-oauth2": client }),
        GALLEY_PROVIDER_ENDPOINTS: JSON.stringify({ google_drive: drive.url }),
        GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
      },
    });
    provider.register(`${own.url}/oauth/complete/google-oauth2/`);
    await using visit = await visitConsole(browser, own, "/connectors/new");
    const { page } = visit;
    await page.getByRole("button", { name: /^Google Drive/ }).click();
    const [left] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Sign in to Google Drive" }).click(),
    ]);
    await left.waitForURL(`${provider.issuer}/**`);
    await left.close();
    await page.getByText("The window was closed before you were signed in.").waitFor();

    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Sign in to Google Drive" }).click(),
    ]);
    await popup.fill('input[name="login"]', PERSON);
    await popup.fill('input[name="password"]', "any");
    await popup.click('button[type="submit"]');
    await popup.click('button[type="submit"]');
    await page.getByText("Signed in", { exact: true }).waitFor();
    await expect.poll(() => popup.isClosed(), { timeout: 30_000 }).toBe(true);
    await page.getByRole("button", { name: "Test and save" }).click();
    const steps = page.getByRole("region", { name: "Connection test" });
    const passed = steps.getByRole("listitem").filter({ has: page.getByRole("img", { name: "Passed" }) });
    await passed.filter({ hasText: "Sign in" }).waitFor();
    await passed.filter({ hasText: "List files or tables" }).waitFor();
    // The drive of this test takes no files, as one that may only be read.
    await page.getByRole("button", { name: "Save without a working connection" }).click();
    await page.getByRole("heading", { name: "Google Drive", level: 1, exact: true }).waitFor();
    expect(drive.tokens.every((token) => token.startsWith("Bearer "))).toBe(true);
    expect(drive.tokens.length).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Connectors", level: 1 }).waitFor();
  });

  test("a second connector of a kind is offered a free name, and what was typed is not lost without a word", async () => {
    await using visit = await visitConsole(browser, service, "/connectors/new");
    const { page } = visit;
    const name = page.getByRole("textbox", { name: "Name of the connector" });
    await page.getByRole("button", { name: /Local storage/ }).click();
    expect(await name.inputValue()).toBe("Local storage");
    await page.getByRole("textbox", { name: "Folder" }).fill(join(folder.path, "scans"));
    await page.getByRole("button", { name: "Test and save" }).click();
    await page.getByRole("heading", { name: "Local storage", level: 1, exact: true }).waitFor();
    await page.goto(`${service.url}/console/connectors/new`);
    await page.getByRole("button", { name: /Local storage/ }).click();
    await expect.poll(() => name.inputValue(), { timeout: 30_000 }).toBe("Local storage 2");
    await page.getByRole("textbox", { name: "Folder" }).fill("/some");
    await page.getByRole("link", { name: "Documents" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await expectAccessible(page);
    await question.getByRole("button", { name: "Stay" }).click();
    expect(await page.getByRole("textbox", { name: "Folder" }).inputValue()).toBe("/some");
    await page.getByRole("link", { name: "Documents" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { name: "Documents", level: 1 }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("another organization sees none of them", async () => {
    await using other = await startForAnotherOrganization(service);
    await using own = await visitConsole(browser, service, "/connectors");
    await own.page.getByRole("link", { name: "Scans" }).click();
    await own.page.getByRole("heading", { name: "Scans", level: 1 }).waitFor();
    const path = new URL(own.page.url()).pathname.replace("/console", "");
    await using visit = await visitConsole(browser, other, "/connectors");
    await visit.page.getByRole("heading", { name: "No connectors yet" }).waitFor();
    await visit.page.goto(`${other.url}/console${path}`);
    await visit.page.getByText("There is nothing at this address").waitFor();
    expect(await visit.page.getByText("Scans").count()).toBe(0);
  });

  test("a list is searched and walked by keyboard alone", async () => {
    await using visit = await visitConsole(browser, service, "/connectors", { width: 390, height: 844 });
    const { page } = visit;
    await page.getByRole("link", { name: "Scans" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("sca");
    await page.getByRole("link", { name: "Archive on the web" }).waitFor({ state: "detached" });
    expect(page.url()).toContain("q=sca");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Scans", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("link", { name: "Archive on the web" }).waitFor();
    expect(await page.getByRole("link", { name: "Scans" }).count()).toBe(0);
    expect(visit.complaints).toEqual([]);
  });
});
