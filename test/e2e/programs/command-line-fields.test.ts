import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { expect, test } from "vitest";
import { z } from "zod";
import { runGalley } from "../../support/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const INVOICE = `<!doctype html><h1>Invoice</h1><p>Seller: Harbour Ropes Ltd</p><p>Invoice number: RE-2026/17</p>
<p>Invoice date: 12.03.2026</p><p>Total: 787.50 EUR</p>`;

test("fields of documents are written as lines, a table and a workbook; the exit code tells of review and failure", async () => {
  await using folder = temporaryFolder();
  const cwd = folder.path;
  await writeFile(join(cwd, "a.html"), INVOICE);
  await writeFile(join(cwd, "b.pdf"), "%PDF-1.7\nbroken");
  await writeFile(join(cwd, "c.html"), "<p>A note</p>");
  const fields = ["fields", "a.html", "--schema", "invoice", "--format"];

  const lines = await runGalley([...fields, "jsonl"], { cwd });
  expect(lines.exitCode).toBe(0);
  const line: unknown = JSON.parse(lines.stdout);
  expect(line).toMatchObject({ file: "a.html", data: { invoice_number: "RE-2026/17", gross_total: 787.5 } });

  expect(await runGalley([...fields, "csv", "-o", "out.csv"], { cwd })).toMatchObject({ stdout: "" });
  expect(await readFile(join(cwd, "out.csv"), "utf8")).toMatch(
    /^file,invoice_number,.*\r\na\.html,RE-2026\/17,/su,
  );

  await runGalley([...fields, "xlsx", "-o", "out.xlsx"], { cwd });
  const book = read(await readFile(join(cwd, "out.xlsx")));
  const [sheet = ""] = book.SheetNames;
  expect(utils.sheet_to_json(book.Sheets[sheet] ?? {})).toMatchObject([{ gross_total: 787.5 }]);

  expect(await runGalley(["fields", "c.html", "--schema", "invoice"], { cwd })).toMatchObject({
    exitCode: 3,
  });
  const broken = await runGalley(["fields", "a.html", "b.pdf", "--schema", "invoice", "--format", "jsonl"], {
    cwd,
  });
  expect(broken.exitCode).toBe(1);
  expect(broken.stderr).toContain("b.pdf");
  expect(broken.stdout).toContain("RE-2026/17");
});

test("documents with their data beside them are evaluated, and two schemas are compared", async () => {
  await using folder = temporaryFolder();
  const cwd = folder.path;
  const labelled = async (name: string, truth: object): Promise<void> => {
    await writeFile(join(cwd, "labelled", `${name}.html`), INVOICE);
    await writeFile(join(cwd, "labelled", `${name}.json`), JSON.stringify(truth));
  };
  await mkdir(join(cwd, "labelled"));
  await labelled("a", { invoice_number: "RE-2026/17", gross_total: 787.5, due_date: "2026-04-01" });
  await labelled("b", { data: { invoice_number: "RE-2026/18", iban: null } });
  await writeFile(join(cwd, "labelled", "without.html"), INVOICE);
  const schema = { properties: { invoice_number: { type: "string" }, gross_total: { type: "number" } } };
  await writeFile(join(cwd, "old.json"), JSON.stringify(schema));
  const evaluate = ["fields", "--evaluate", "labelled", "--schema", "invoice", "--against", "old.json"];

  const table = await runGalley(evaluate, { cwd });
  expect(table.exitCode).toBe(0);
  expect(table.stdout).toMatch(
    /^2 documents\nfield +right +wrong +missed +invented +needed review +unnoticed +better +worse\n/,
  );
  expect(table.stdout).toMatch(/\ngross_total +0 > 1 +0 +1 > 0 +0 +0 +0 +1 +0\n/);
  expect(table.stdout).toContain('b.html: invoice_number is wrong: expected "RE-2026/18", read "RE-2026/17"');

  const json = await runGalley([...evaluate, "--format", "json"], { cwd });
  const { fields } = z
    .object({ fields: z.array(z.looseObject({ path: z.string() })) })
    .parse(JSON.parse(json.stdout));
  expect(fields.map(({ path }) => path)).toEqual(["invoice_number", "gross_total", "due_date", "iban"]);
  expect(fields[2]).toMatchObject({ counts: { missed: 1 }, before: { missed: 0 } });

  await rm(join(cwd, "labelled"), { recursive: true });
  await mkdir(join(cwd, "labelled"));
  expect(await runGalley(evaluate, { cwd })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("expected documents with their data as JSON beside them"),
  });
});

test("each invoice of a file is a row of its own if the file is split", async () => {
  await using folder = temporaryFolder();
  const cwd = folder.path;
  const invoice = (number: string, total: string): string =>
    [
      "Seller: Harbour Ropes Ltd",
      `Invoice number: ${number}`,
      "Invoice date: 12.03.2026",
      `Total: ${total} EUR`,
    ]
      .map((line) => `${line}\\par `)
      .join("");
  const both = `${invoice("RE-2026/17", "787.50")}\\page ${invoice("RE-2026/18", "12.00")}`;
  await writeFile(join(cwd, "both.rtf"), `{\\rtf1\\ansi ${both}}`);
  const fields = ["fields", "both.rtf", "--schema", "invoice"];

  const whole = await runGalley(fields, { cwd });
  expect(whole.stderr).toContain("several invoices: RE-2026/17 on page 1, RE-2026/18 on page 2");
  const split = await runGalley([...fields, "--split"], { cwd });
  expect(JSON.parse(split.stdout)).toMatchObject([
    { file: "both.rtf", pages: [1, 1], data: { invoice_number: "RE-2026/17", gross_total: 787.5 } },
    { file: "both.rtf", pages: [2, 2], data: { invoice_number: "RE-2026/18", gross_total: 12 } },
  ]);
  const table = await runGalley([...fields, "--split", "--format", "csv"], { cwd });
  expect(table.stdout).toContain('"both.rtf, page 2",RE-2026/18,');

  const receipts = await runGalley(["fields", "both.rtf", "--schema", "receipt", "--split"], { cwd });
  expect(receipts).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("--split") });
});
