/**
 * Takes pictures of the console's screens on a furnished service: those of the documentation into docs/pictures,
 * or with `--all` every screen in three widths and both colour schemes into .reports/pictures, to be looked at.
 */
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { chromiumPath, startBrowser } from "../support/clients/browser.ts";
import { visitConsole } from "../support/clients/console.ts";
import { startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { furnish, type Furnished } from "./furnish.ts";

interface Picture {
  readonly name: string;
  readonly path: (furnished: Furnished) => string;
  /** What is done on the screen before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** The width of the screen in the documentation. Default: 1280. */
  readonly documentedWidth?: number;
}

const PICTURES: readonly Picture[] = [
  { name: "home", path: () => "/" },
  { name: "documents", path: () => "/documents" },
  {
    name: "document",
    path: ({ document }) => `/documents/${document}`,
    prepare: (page) => page.getByText("Total").last().hover(),
    // So that the page and its text fit beside each other.
    documentedWidth: 1680,
  },
  {
    name: "citation",
    path: ({ document }) => `/documents/${document}`,
    prepare: async (page) => {
      await page.getByRole("textbox", { name: "Search the text" }).fill("Total");
      await page.getByText("Total").last().click();
    },
    documentedWidth: 1680,
  },
  { name: "invoices", path: () => "/fields?schema=invoice" },
  {
    name: "review",
    path: () => "/fields?schema=invoice",
    prepare: async (page) => {
      await page.getByRole("link", { name: /^Review \d/ }).click();
      await page.getByAltText("Page 1").waitFor();
      await page.waitForTimeout(1_500);
    },
    documentedWidth: 1440,
  },
  { name: "pipelines", path: () => "/pipelines" },
  { name: "new-pipeline", path: () => "/pipelines/new" },
  { name: "pipeline-data", path: () => "/pipelines/new", prepare: chooseData },
  { name: "pipeline", path: ({ pipeline }) => `/pipelines/${pipeline}` },
  { name: "run", path: ({ run }) => `/runs/${run}` },
  { name: "connectors", path: () => "/connectors" },
  { name: "new-connector", path: () => "/connectors/new" },
  { name: "keys", path: () => "/keys" },
  { name: "webhooks", path: () => "/webhooks" },
  { name: "usage", path: () => "/usage" },
  { name: "people", path: () => "/people" },
  { name: "system", path: () => "/system" },
];

/** Shown by README and the guides. */
const DOCUMENTED: ReadonlySet<string> = new Set([
  "home",
  "document",
  "documents",
  "citation",
  "invoices",
  "review",
  "pipeline-data",
  "pipeline",
  "run",
  "new-connector",
]);

interface Look {
  readonly width: number;
  readonly scheme: "dark" | "light";
  /** What the file's name adds to that of the screen. */
  readonly suffix: string;
}

const documentedLook = ({ documentedWidth: width = 1280 }: Picture): Look => ({
  width,
  scheme: "light",
  suffix: "",
});
const EVERY_LOOK: readonly Look[] = [390, 768, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((scheme) => ({ width, scheme, suffix: `-${width}-${scheme}` })),
);

const all = process.argv.includes("--all");
const target = fileURLToPath(
  new URL(all ? "../../.reports/pictures/" : "../../docs/pictures/", import.meta.url),
);
const chromium = chromiumPath();
if (chromium === undefined) throw new Error("Chromium is not installed; set CHROMIUM_PATH.");

await mkdir(target, { recursive: true });
await using folder = temporaryFolder();
await using service = await startService({ env: { GALLEY_LOCAL_ROOTS: folder.path } });
const browser = await startBrowser(chromium);
try {
  const furnished = await furnish(service, folder.path);
  for (const picture of PICTURES.filter(({ name }) => all || DOCUMENTED.has(name)))
    for (const look of all ? EVERY_LOOK : [documentedLook(picture)]) await take(picture, furnished, look);
} finally {
  await browser.close();
}

/** The wizard's step Destination: the data of invoices as an Excel file. */
async function chooseData(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Archive/ }).click();
  await page.getByRole("button", { name: "Next: Reading" }).click();
  await page.getByRole("button", { name: "Next: Destination" }).click();
  await page.getByRole("button", { name: /^Archive/ }).click();
  await page.getByRole("combobox", { name: "Data" }).click();
  await page.getByRole("option", { name: "Invoice" }).click();
  await page.getByRole("combobox", { name: "Files of the data" }).press("ArrowDown");
  await page.getByRole("option", { name: "Excel" }).click();
  await page.keyboard.press("Escape");
  await page.getByText("invoice.pdf.fields.xlsx").waitFor();
}

async function take(
  { name, path, prepare }: Picture,
  furnished: Furnished,
  {
    width,
    scheme,
    suffix,
  }: { readonly width: number; readonly scheme: "dark" | "light"; readonly suffix: string },
): Promise<void> {
  const height = width < 500 ? 844 : 800;
  await using visit = await visitConsole(browser, service, path(furnished), { width, height, scheme });
  await visit.page.waitForLoadState("networkidle");
  await visit.page.waitForTimeout(800);
  await prepare?.(visit.page).catch((error: unknown) => console.log(`${name}${suffix}: ${String(error)}`));
  await visit.page.screenshot({ path: `${target}${name}${suffix}.png` });
  for (const complaint of visit.complaints) console.log(`${name}${suffix}: ${complaint}`);
}
