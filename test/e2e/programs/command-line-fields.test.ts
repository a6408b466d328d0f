import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { read, utils } from "@e965/xlsx";
import { expect, test } from "vitest";
import { runGalley } from "../../support/command-line.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const INVOICE = `<!doctype html><h1>Invoice</h1><p>Seller: Harbour Ropes Ltd</p><p>Invoice number: RE-2026/17</p>
<p>Invoice date: 12.03.2026</p><p>Total: 787.50 EUR</p>`;

test("fields of documents are written as lines, a table and a workbook; the exit code tells of review and failure", async () => {
  await using folder = temporaryFolder();
  const cwd = folder.path;
  await writeFile(join(cwd, "a.html"), INVOICE);
  await writeFile(join(cwd, "b.pdf"), "no document");
  const fields = ["fields", "a.html", "--schema", "invoice", "--format"];

  const lines = await runGalley([...fields, "jsonl"], { cwd });
  expect(lines.exitCode).toBe(3);
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

  const broken = await runGalley(["fields", "a.html", "b.pdf", "--schema", "invoice", "--format", "jsonl"], {
    cwd,
  });
  expect(broken.exitCode).toBe(1);
  expect(broken.stderr).toContain("b.pdf");
  expect(broken.stdout).toContain("RE-2026/17");
});
