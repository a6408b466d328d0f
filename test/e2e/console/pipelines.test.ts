import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { expectAccessible } from "../../support/clients/accessibility.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { startForAnotherOrganization, startService, type RunningService } from "../../support/service.ts";
import { answerInTurn, answerWith, startWebhookReceiver } from "../../support/servers/webhook-receiver.ts";
import { temporaryFolder, type TemporaryFolder } from "../../support/temporary-folder.ts";

const chromium = chromiumPath() ?? "";
/** Each look for violations takes seconds on a busy machine. */
const PATIENCE_MS = 240_000;
const SAMPLE = fileURLToPath(new URL("../../../examples/sample.pdf", import.meta.url));
/** A line of the sample document. */
const LINE = "Galley Press";

describe.skipIf(chromium === "")("pipelines in the console", { timeout: PATIENCE_MS }, () => {
  let folder: TemporaryFolder;
  let service: RunningService;
  let browser: Browser;
  const inFolder = (...parts: readonly string[]): string => join(folder.path, ...parts);

  beforeAll(async () => {
    folder = temporaryFolder();
    await mkdir(inFolder("in", "2026"), { recursive: true });
    await mkdir(inFolder("out"));
    await copyFile(SAMPLE, inFolder("in", "2026", "invoice.pdf"));
    await writeFile(inFolder("in", "2026", "notes.md"), "not a document");
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
    await folder?.[Symbol.asyncDispose]();
  });

  /** Makes a connector in the wizard's own form. */
  async function newLocalConnector(page: Page, name: string, path: string): Promise<void> {
    await page.getByRole("button", { name: /^Local storage/ }).click();
    await page.getByRole("textbox", { name: "Name of the connector" }).fill(name);
    await page.getByRole("textbox", { name: "Folder" }).fill(path);
    await page.getByRole("button", { name: "Test and save" }).click();
  }

  test("the wizard makes a pipeline from folder to folder with a schedule, and its run writes the text", async () => {
    await using visit = await visitConsole(browser, service, "/pipelines");
    const { page } = visit;
    await page.getByRole("heading", { name: "No pipelines yet" }).waitFor();
    await page.getByRole("link", { name: "New pipeline" }).first().click();
    await newLocalConnector(page, "Scans", inFolder("in"));
    await page.getByRole("button", { name: "Browse folders" }).click();
    await page.getByRole("button", { name: "2026" }).click();
    await page.getByText("invoice.pdf").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Read this folder" }).click();
    await page.getByRole("combobox", { name: "File name patterns" }).fill("*.pdf");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Count matching files" }).click();
    await page.getByText("1 file matches").waitFor();
    await page.getByRole("checkbox", { name: /ZIP archive/ }).check();

    // What was typed survives a new load of the page.
    await page.reload();
    await page.getByText("*.pdf", { exact: true }).waitFor();
    expect(await page.getByRole("checkbox", { name: /ZIP archive/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Next: Reading" }).click();
    await page.getByRole("button", { name: "Choose a file" }).click();
    await page.getByRole("button", { name: "invoice.pdf" }).click();
    await page.getByRole("region", { name: "Text of the file" }).getByText(LINE).waitFor();
    await page.getByRole("combobox", { name: "Attachments" }).click();
    await page.getByRole("option", { name: "Read as well" }).click();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Next: Destination" }).click();
    await page.getByRole("button", { name: "New connector" }).click();
    await newLocalConnector(page, "Texts", inFolder("out"));
    await page.getByRole("button", { name: "Choose another destination" }).waitFor();
    await page.getByRole("textbox", { name: "Folder" }).fill("letters");
    await page.getByRole("combobox", { name: "Contents" }).press("ArrowDown");
    await page.getByRole("option", { name: "Markdown" }).click();
    await page.keyboard.press("Escape");
    await page.getByText("letters/2026/invoice.pdf.txt").waitFor();
    await page.getByRole("button", { name: "Next: Schedule" }).click();
    await page.getByRole("combobox", { name: "Runs" }).click();
    await page.getByRole("option", { name: "Monday to Friday" }).click();
    await page.getByLabel("At", { exact: true }).fill("05:15");
    await page.getByText("At 05:15, Monday through Friday.").waitFor();
    await expect.poll(() => page.getByRole("listitem").filter({ hasText: "day," }).count()).toBe(5);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next: Review" }).click();
    await page.getByText("with attachments").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Letters");
    await page.getByRole("button", { name: "Create pipeline" }).click();
    await page.getByRole("heading", { name: "Letters", level: 1 }).waitFor();
    await page.getByText("At 05:15, Monday through Friday").waitFor();

    await page.getByRole("button", { name: "Run now: Letters" }).click();
    await page.getByText("Completed").waitFor();
    await page.getByText("letters/2026/invoice.pdf.txt").waitFor();
    expect(await readFile(inFolder("out", "letters", "2026", "invoice.pdf.txt"), "utf8")).toContain(LINE);
    expect(await readFile(inFolder("out", "letters", "2026", "invoice.pdf.md"), "utf8")).toMatch(/^# /mu);
    await expectAccessible(page);
    await page.getByRole("tab", { name: "What took how long" }).click();
    await page.getByText("The whole run").waitFor();
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("a failed file says why, and is done once it was repaired and retried", async () => {
    await writeFile(inFolder("in", "2026", "torn.pdf"), "%PDF-1.7 torn");
    await using visit = await visitConsole(browser, service, "/pipelines");
    const { page } = visit;
    await page.getByRole("button", { name: "Run now: Letters" }).click();
    await page
      .getByText("Partly failed")
      .or(page.getByText("Failed", { exact: true }))
      .first()
      .waitFor();
    const failed = page.getByRole("row", { name: /torn\.pdf/ });
    await failed.getByText("Failed").waitFor();
    await expectAccessible(page);
    await page.getByText("Skipped 1", { exact: true }).click();
    await page
      .getByRole("row", { name: /invoice\.pdf/ })
      .getByText("Skipped")
      .waitFor();
    expect(page.url()).toContain("files=skipped");

    await copyFile(SAMPLE, inFolder("in", "2026", "torn.pdf"));
    await page.getByRole("button", { name: "Retry failed" }).click();
    await page.getByText("Done 1", { exact: true }).click();
    await page
      .getByRole("row", { name: /torn\.pdf/ })
      .getByText("Done")
      .waitFor();
    await page.getByText(/retried once/).waitFor();
    expect(await readFile(inFolder("out", "letters", "2026", "torn.pdf.txt"), "utf8")).toContain(LINE);
    expect(visit.complaints).toEqual([]);
  });

  test("the settings are changed on one page, and apply to the next run", async () => {
    await using visit = await visitConsole(browser, service, "/pipelines", { width: 768, height: 1024 });
    const { page } = visit;
    await page.getByRole("link", { name: "Letters", exact: true }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByRole("tab", { name: "Settings" }).click();
    expect(await page.getByRole("combobox", { name: "Attachments" }).inputValue()).toBe("Read as well");
    const destination = page.getByRole("region", { name: "Destination" });
    await destination.getByRole("textbox", { name: "Folder" }).fill("again");
    await page.getByRole("region", { name: "Schedule" }).getByRole("combobox", { name: "Runs" }).click();
    await page.getByRole("option", { name: "By hand only" }).click();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText("The settings were saved. They apply to the next run.").waitFor();
    await page.getByText("By hand", { exact: true }).waitFor();
    await copyFile(SAMPLE, inFolder("in", "2026", "third.pdf"));
    await writeFile(inFolder("in", "2026", "third.pdf"), `${await readFile(SAMPLE, "latin1")}\n%`, "latin1");
    await page.getByRole("button", { name: "Run now: Letters" }).click();
    await page.getByText("again/2026/third.pdf.txt").waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("settings that were saved in another tab are not overwritten, and leaving unsaved ones is asked for", async () => {
    await using visit = await visitConsole(browser, service, "/pipelines");
    const { page } = visit;
    await page.getByRole("link", { name: "Letters", exact: true }).click();
    await page.getByRole("tab", { name: "Settings" }).click();
    const other = await page.context().newPage();
    await other.goto(page.url());
    const filesOf = (tab: Page): Locator => tab.getByRole("textbox", { name: "Files in one run" });
    await filesOf(other).fill("7");
    await filesOf(page).fill("5");
    await other.getByRole("button", { name: "Save settings" }).click();
    await other.getByText("The settings were saved. They apply to the next run.").waitFor();
    await other.close();

    await page.getByRole("button", { name: "Save settings" }).click();
    await page.getByText(/The pipeline was changed by .+ after you loaded it/).waitFor();
    await page.getByText("Changed: reading.").waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Runs" }).click();
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    expect(await filesOf(page).inputValue()).toBe("5");
    await page.getByRole("button", { name: "Discard my changes and load the saved settings" }).click();
    await expect.poll(() => filesOf(page).inputValue(), { timeout: 30_000 }).toBe("7");

    await filesOf(page).fill("6");
    await page.getByRole("link", { name: "Documents" }).click();
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.getByRole("heading", { name: "Documents", level: 1 }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("values that would be refused keep the wizard from going on", async () => {
    await using visit = await visitConsole(browser, service, "/pipelines/new");
    const { page } = visit;
    await page.getByRole("button", { name: /^Files that programs post/ }).click();
    await page.getByRole("button", { name: "Next: Reading" }).click();
    const next = page.getByRole("button", { name: "Next: Destination", disabled: false });
    const stopped = page.getByRole("button", { name: "Next: Destination", disabled: true });
    await page.getByRole("combobox", { name: "Language" }).fill("klingon");
    await page
      .getByText(/the data of "klingon" is not installed|"klingon" is no name/)
      .first()
      .waitFor();
    await stopped.waitFor();
    await page.getByRole("combobox", { name: "Language" }).fill("eng");
    await page.getByRole("textbox", { name: "Pages" }).fill("first");
    await page
      .getByText(/expected numbers and ranges/)
      .first()
      .waitFor();
    await stopped.waitFor();
    await page.getByRole("textbox", { name: "Pages" }).fill("1-3");
    await next.click();
    await page.getByRole("button", { name: /^Texts/ }).click();
    await page.getByRole("textbox", { name: "Folder" }).fill("../elsewhere");
    await page.getByText(/expected a path without/).waitFor();
    await page.getByRole("button", { name: "Next: Schedule", disabled: true }).waitFor();
    await page.getByRole("textbox", { name: "Folder" }).fill("letters");
    await page.getByRole("button", { name: "Next: Schedule" }).click();
    await page.getByRole("combobox", { name: "Runs" }).click();
    await page.getByRole("option", { name: "Cron expression" }).click();
    await page.getByRole("textbox", { name: "Cron expression" }).fill("* * * * *");
    await page
      .getByText(/30 minutes/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Next: Review", disabled: true }).waitFor();
    await page.getByRole("textbox", { name: "Cron expression" }).fill("0 6 * * *");
    await page.getByText("At 06:00, every day.").waitFor();
    await page.getByRole("button", { name: "Next: Review" }).click();
    await page.getByRole("button", { name: "Create pipeline" }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  test("keys, the address and notifications of a pipeline are found on its page", async () => {
    await using visit = await visitConsole(browser, service, "/pipelines");
    const { page } = visit;
    await page.getByRole("link", { name: "Letters", exact: true }).click();
    await page.getByRole("tab", { name: "Keys and address" }).click();
    await page.getByText(/curl -X POST http.*\/deployment\/pipeline\/api\/default\//).waitFor();
    await page.getByRole("textbox", { name: "Description of a new key" }).fill("Importer");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("row", { name: /Importer/ }).waitFor();
    await expectAccessible(page);
    await page.getByRole("tab", { name: "Notifications" }).click();
    await page.getByRole("button", { name: "New notification" }).click();
    const panel = page.getByRole("dialog");
    await panel.getByRole("textbox", { name: "Name" }).fill("On call");
    await panel.getByRole("textbox", { name: "Address" }).fill("https://hooks.example/galley");
    await panel.getByRole("checkbox", { name: /Only when a run fails/ }).check();
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Save" }).click();
    expect(await page.getByRole("row", { name: /On call/ }).innerText()).toContain("When a run fails");
    await page.getByRole("tab", { name: "Sharing" }).click();
    await page.getByText(/Managers can see and change every record/).waitFor();
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("messages about runs are logged with their attempts", async () => {
    await using receiver = await startWebhookReceiver();
    receiver.willAnswer(answerInTurn(answerWith(503, {}, "busy")));
    await using visit = await visitConsole(browser, service, "/pipelines");
    const { page } = visit;
    await page.getByRole("link", { name: "Letters", exact: true }).click();
    await page.getByRole("tab", { name: "Notifications" }).click();
    await page.getByRole("button", { name: "New notification" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("textbox", { name: "Name" }).fill("Ledger");
    await form.getByRole("textbox", { name: "Address" }).fill(receiver.url);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByRole("row", { name: /Ledger/ }).waitFor();
    await page.getByRole("button", { name: "Run now: Letters" }).click();
    await page.waitForURL(/\/runs\//);
    await expect.poll(() => receiver.messages.length, { timeout: 60_000 }).toBeGreaterThan(0);
    await page.goBack();
    await page.getByRole("button", { name: "Messages of Ledger" }).click();
    const log = page.getByRole("dialog", { name: "Messages of Ledger" });
    await log.getByRole("button", { name: "Outcome of a run" }).click();
    await log.getByText("The target responded with status 503.").waitFor();
    await expectAccessible(page);
    expect(visit.complaints).toEqual([]);
  });

  test("a connector that a pipeline uses is kept, and says by which", async () => {
    await using visit = await visitConsole(browser, service, "/connectors");
    const { page } = visit;
    await page.getByRole("link", { name: "Scans" }).click();
    await page.getByRole("tab", { name: "Used by (1)" }).click();
    await page.getByRole("link", { name: "Letters" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("These pipelines use it: Letters.").waitFor();
    expect(await dialog.getByRole("button", { name: "Delete" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).click();
    expect(await page.getByRole("heading", { name: "Scans", level: 1 }).count()).toBe(1);
  });

  test("another organization sees neither the pipeline nor its runs", async () => {
    await using other = await startForAnotherOrganization(service);
    await using own = await visitConsole(browser, service, "/pipelines");
    await own.page
      .getByRole("link", { name: /^Completed/ })
      .first()
      .click();
    await own.page.getByRole("heading", { name: "Run of Letters", level: 1 }).waitFor();
    const path = new URL(own.page.url()).pathname;
    await using visit = await visitConsole(browser, other, "/pipelines");
    await visit.page.getByRole("heading", { name: "No pipelines yet" }).waitFor();
    await visit.page.goto(`${other.url}${path}`);
    await visit.page.getByText("There is nothing at this address").waitFor();
    expect(await visit.page.getByText("Letters").count()).toBe(0);
  });
});
