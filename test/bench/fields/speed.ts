/**
 * What data costs: `galley fields` of 200 invoices into a CSV as a multiple of `galley extract`, their text alone, whole
 * processes in turns; and how long a reviewer waits for the next document, in a browser.
 *
 * node test/bench/fields/speed.ts [runs] [documents of the reviewer]
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { jsonSchemaOf, kindSchema } from "@galley/fields";
import type { Browser, Page } from "playwright-core";
import { z } from "zod";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { visitConsole } from "../../support/clients/console.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { CLI } from "../../support/command-line.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { madeInvoice } from "./made-invoices.ts";
import { MADE_LANGUAGES } from "./made-languages.ts";
import { endedChildrenCpuMs } from "../measures/cpu-time.ts";
import { print, printTable } from "../measures/print-table.ts";

const RUNS = Number(process.argv[2] ?? 5);
const REVIEWED = Number(process.argv[3] ?? 20);
const INVOICES = 200;

/** A reviewer looks at a document for longer; meanwhile the next one is loaded. */
const LOOK_MS = 2000;

/** The exit code of documents that need review. */
const NEEDS_REVIEW = 3;

const SCHEMA = "reviewed-invoices";

const chromium = chromiumPath();
if (chromium === undefined) throw new Error("Chromium is needed: it prints the invoices.");
await using browser = await startBrowser(chromium);
await using folder = temporaryFolder();
const invoices = join(folder.path, "invoices");
await mkdir(invoices);
const pdfs = await printedInvoices(browser);
for (const [index, pdf] of pdfs.entries()) writeFileSync(join(invoices, `${index}.pdf`), pdf);
if (RUNS > 0) commandLine(folder.path);
if (REVIEWED > 0) await nextDocuments(browser, pdfs);

/** Of looks that are not set aside, in all languages. */
async function printedInvoices(printer: Browser): Promise<readonly Uint8Array[]> {
  await using context = await printer.newContext();
  const page = await context.newPage();
  const printed: Uint8Array[] = [];
  for (let look = 0; printed.length < INVOICES; look++) {
    for (const language of MADE_LANGUAGES) {
      const { html, isAside } = madeInvoice(language, look);
      if (isAside || printed.length === INVOICES) continue;
      await page.setContent(html);
      printed.push(await page.pdf({ preferCSSPageSize: true, printBackground: true }));
    }
  }
  return printed;
}

interface Times {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function commandLine(place: string): void {
  const input = join(place, "invoices");
  const programs = {
    text: ["extract", input, "--quiet", "-o", join(place, "texts")],
    fields: [
      "fields",
      input,
      "--quiet",
      "--schema",
      "invoice",
      "--format",
      "csv",
      "-o",
      join(place, "all.csv"),
    ],
  };
  // The first run of each fills the caches of the system.
  for (const program of Object.values(programs)) timesOf(program);
  const runs = Array.from({ length: RUNS }, () => ({
    text: timesOf(programs.text),
    fields: timesOf(programs.fields),
  }));
  const row = (name: string, value: (times: Times) => number): readonly string[] => {
    const [text, fields] = [runs.map((run) => value(run.text)), runs.map((run) => value(run.fields))];
    const ratios = runs.map((run) => value(run.fields) / value(run.text));
    return [name, median(text).toFixed(0), median(fields).toFixed(0), `× ${median(ratios).toFixed(2)}`];
  };
  printTable([
    [`${INVOICES} invoices, median of ${RUNS} runs`, "text, ms", "fields as CSV, ms", "ratio"],
    row("elapsed time", ({ wallMs }) => wallMs),
    row("processor time", ({ cpuMs }) => cpuMs),
  ]);
}

function timesOf(program: readonly string[]): Times {
  const [cpu, start] = [endedChildrenCpuMs(), performance.now()];
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...program], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
  });
  if (status !== 0 && status !== NEEDS_REVIEW) throw new Error(`galley ${program[0]} failed: ${stderr}`);
  return { wallMs: performance.now() - start, cpuMs: endedChildrenCpuMs() - cpu };
}

/** Every document needs review: it lacks a value that is required. */
async function addSchema(service: RunningService): Promise<void> {
  const { properties, ...schema } = jsonSchemaOf(kindSchema("invoice"));
  const all = { ...z.record(z.string(), z.unknown()).parse(properties), cost_centre: { type: "string" } };
  const definition = JSON.stringify({ ...schema, properties: all, required: ["cost_centre"] });
  await createGraphqlClient(service).read(
    z.unknown(),
    "mutation ($input: FieldsSchemaInput!) { createFieldsSchema(input: $input) { __typename } }",
    { input: { name: SCHEMA, definition } },
  );
}

async function nextDocuments(visitor: Browser, documents: readonly Uint8Array[]): Promise<void> {
  await using service = await startService();
  await addSchema(service);
  const rest = createRestClient(service);
  for (const pdf of documents.slice(0, REVIEWED + 1)) {
    await rest.waitUntilSettled(await rest.submit(pdf, { schema: SCHEMA }));
  }
  const rows = [
    ["next document, ms", "fastest", "median", "90 of 100", "slowest", "CPU of the page, median"],
  ];
  for (const button of ["Skip", "Confirm all and next"]) {
    await using visit = await visitConsole(visitor, service, `/fields?schema=${SCHEMA}`);
    const { page } = visit;
    await page.getByRole("link", { name: new RegExp(`^Review ${REVIEWED + 1}$`, "u") }).click();
    await page.getByAltText("Page 1").waitFor();
    const rendered = await visitor.newBrowserCDPSession();
    const cpuMs = async (): Promise<number> => {
      const { processInfo } = await rendered.send("SystemInfo.getProcessInfo");
      const pages = processInfo.filter(({ type }) => type === "renderer");
      return pages.reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
    };
    const times: Times[] = [];
    while (times.length < REVIEWED) {
      await page.waitForTimeout(LOOK_MS);
      const before = await cpuMs();
      const wallMs = await msUntilNext(page, button);
      times.push({ wallMs, cpuMs: (await cpuMs()) - before });
    }
    const sorted = times.map(({ wallMs }) => wallMs).toSorted((a, b) => a - b);
    const shares = [0, 0.5, 0.9, 1].map((share) => at(sorted, share).toFixed(0));
    rows.push([button, ...shares, median(times.map((one) => one.cpuMs)).toFixed(0)]);
  }
  printTable(rows);
  print(`${REVIEWED} documents, ${LOOK_MS / 1000} s between them`);
}

/** From the click to the frame that shows the values of the next document beside the picture of its first page. */
async function msUntilNext(page: Page, button: string): Promise<number> {
  return z.number().parse(
    await page.evaluate(`new Promise((shown) => {
      const number = () => document.querySelector("input[data-field=invoice_number]");
      const picture = () => document.querySelector("img[alt='Page 1']");
      const before = { number: number(), source: picture()?.src };
      const start = performance.now();
      const look = () => {
        const image = picture();
        const isNext = number() && number() !== before.number && image?.complete && image.src !== before.source;
        requestAnimationFrame(isNext ? () => shown(performance.now() - start) : look);
      };
      [...document.querySelectorAll("button")].find((one) => one.textContent === ${JSON.stringify(button)}).click();
      look();
    })`),
  );
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
