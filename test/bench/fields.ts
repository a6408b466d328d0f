import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { createExtractor } from "@galley/core";
import {
  type FieldDocument,
  type FieldsResult,
  fieldDocument,
  type Kind,
  kindSchema,
  readFields,
} from "@galley/fields";
import { chromiumPath, startBrowser } from "../support/clients/browser.ts";
import { FieldScores } from "./fields/field-scores.ts";
import { LOOKS, madeInvoice } from "./fields/made-invoices.ts";
import { MADE_LANGUAGES } from "./fields/made-languages.ts";
import { madeStatements } from "./fields/made-statements.ts";
import { print } from "./measures/print-table.ts";

/**
 * Fields of invoices, receipts and bank statements, field by field: right, wrong, missed, invented. Files inside the
 * documents are ignored. `--part aside` scores the documents and looks that are set aside; `--set` chooses invoices,
 * receipts, written (invoices, written by hand), made or statements; `--mode form` recognises images as forms;
 * `--list` prints each value that is not right; `--keep FOLDER` keeps what was extracted from files, so that a second
 * run only reads fields.
 */
const { values } = parseArgs({
  options: {
    data: { type: "string", default: resolve("../shared/data") },
    part: { type: "string", default: "develop" },
    set: { type: "string" },
    looks: { type: "string", default: String(LOOKS) },
    mode: { type: "string" },
    list: { type: "boolean", default: false },
    keep: { type: "string" },
  },
});

interface Sample {
  readonly name: string;
  readonly source: string | Uint8Array;
  readonly kind: Kind;
  readonly truth: Readonly<Record<string, unknown>>;
}

const SETS: Readonly<Record<string, () => AsyncIterable<Sample> | Iterable<Sample>>> = {
  invoices: () => stored("fields/invoices", ".pdf", "invoice"),
  receipts: () => stored("ocr/receipts", ".jpg", "receipt"),
  written,
  made,
  statements,
};

await using extractor = createExtractor();
const mode = values.mode === "form" ? { mode: "form" as const } : {};
for (const [name, samples] of Object.entries(SETS)) {
  if (values.set !== undefined && values.set !== name) continue;
  const scores = new FieldScores();
  for await (const { name: sample, source, kind, truth } of samples()) {
    const document = await extracted(source);
    const from = process.cpuUsage();
    const result: FieldsResult = await readFields(document, kindSchema(kind));
    const { user, system } = process.cpuUsage(from);
    const faults = scores.add(result, { truth, milliseconds: (user + system) / 1000 });
    if (values.list && faults.length > 0) print(faults.map((fault) => `${sample}  ${fault}`).join("\n"));
  }
  print(`\n${name}, ${values.part}\n${scores.table()}`);
}

/** A document as readers of fields see it; a file's from the folder of `--keep` if it was extracted before. */
async function extracted(source: string | Uint8Array): Promise<FieldDocument> {
  const kept = typeof source === "string" ? keptAt(source) : undefined;
  if (kept !== undefined && existsSync(kept)) return JSON.parse(readFileSync(kept, "utf8"));
  const document = fieldDocument(await extractor.extract(source, { blocks: true, ...mode }));
  if (kept !== undefined) writeFileSync(kept, JSON.stringify(document));
  return document;
}

function keptAt(path: string): string | undefined {
  if (values.keep === undefined) return undefined;
  mkdirSync(values.keep, { recursive: true });
  const key = createHash("sha256").update(readFileSync(path)).update(JSON.stringify(mode)).digest("hex");
  return join(values.keep, `${key}.json`);
}

/** Documents with their truth beside them; a third is set aside by the hash of its name. */
function* stored(folder: string, extension: string, kind: Kind): Iterable<Sample> {
  const path = join(values.data, folder);
  if (!existsSync(path)) return;
  for (const file of readdirSync(path).filter((name) => name.endsWith(extension))) {
    const name = file.slice(0, -extension.length);
    const isAside = BigInt(`0x${createHash("sha256").update(name).digest("hex")}`) % 3n === 0n;
    if (isAside !== (values.part === "aside")) continue;
    const truthPath = join(values.data, kind === "receipt" ? "fields/receipts" : folder, `${name}.json`);
    const truth: unknown = JSON.parse(readFileSync(truthPath, "utf8"));
    if (isRecord(truth)) yield { name, source: join(path, file), kind, truth };
  }
}

/** Invoices as HTML, each with its truth in a script. None is set aside: what they were read as at first is in the evidence. */
async function* written(): AsyncIterable<Sample> {
  if (values.part === "aside") return;
  const folder = new URL("fields/written/", import.meta.url);
  const names = readdirSync(folder);
  const pages = names.map((name) => readFileSync(new URL(name, folder), "utf8"));
  for await (const [index, source] of printed(pages)) {
    const truth: unknown = JSON.parse(
      /<script[^>]*>(?<truth>.*)<\/script>/u.exec(pages[index] ?? "")?.groups?.["truth"] ?? "",
    );
    if (isRecord(truth)) yield { name: names[index] ?? "", source, kind: "invoice", truth };
  }
}

async function* made(): AsyncIterable<Sample> {
  const invoices = Array.from({ length: Number(values.looks) }, (_, look) =>
    MADE_LANGUAGES.map((language) => madeInvoice(language, look)),
  )
    .flat()
    .filter(({ isAside }) => isAside === (values.part === "aside"));
  for await (const [index, source] of printed(invoices.map(({ html }) => html))) {
    const { name = "", truth } = invoices[index] ?? {};
    yield { name, source, kind: "invoice", truth: { ...truth } };
  }
}

async function* statements(): AsyncIterable<Sample> {
  const all = madeStatements().filter(({ isAside }) => isAside === (values.part === "aside"));
  for await (const [index, source] of printed(all.map(({ html }) => html))) {
    const { name = "", truth } = all[index] ?? {};
    yield { name, source, kind: "bank-statement", truth: { ...truth } };
  }
}

/** Pages of HTML as PDFs, each with its index; none without Chromium. */
async function* printed(pages: readonly string[]): AsyncIterable<readonly [index: number, pdf: Uint8Array]> {
  const executable = chromiumPath();
  if (executable === undefined) return;
  await using browser = await startBrowser(executable);
  const page = await browser.newPage();
  const margin = { top: "15mm", bottom: "15mm", left: "18mm", right: "18mm" };
  for (const [index, html] of pages.entries()) {
    await page.setContent(html);
    yield [index, await page.pdf({ preferCSSPageSize: true, printBackground: true, margin })];
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
