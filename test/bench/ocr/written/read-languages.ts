import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXTRACTION_MODES } from "@galley/core";
import { print, printTable } from "../../measures/print-table.ts";
import { languageErrorRows } from "./language-errors.ts";
import {
  LOOKS,
  RECEIPT_LANGUAGES,
  WRITTEN_LANGUAGES,
  writtenPages,
  writtenReceipts,
} from "./written-pages.ts";

/**
 * Errors of OCR in several languages on pages that are made from texts, compared with native Tesseract with the same
 * data. `--tessdata` is a folder with the data of the languages, `--models` a folder of ONNX models that are measured alone.
 */

const { values } = parseArgs({
  options: {
    languages: { type: "string" },
    receipts: { type: "boolean", default: false },
    looks: { type: "string", default: LOOKS.join(",") },
    mode: { type: "string", default: "high_quality" },
    "set-aside": { type: "boolean", default: false },
    tessdata: { type: "string", default: "/usr/share/tesseract-ocr/5/tessdata" },
    models: { type: "string" },
  },
});

const scratch = mkdtempSync(join(tmpdir(), "galley-languages-"));
try {
  const set = values["set-aside"] ? "set aside" : "others";
  const mode = EXTRACTION_MODES.find((known) => known === values.mode) ?? "high_quality";
  const looks = LOOKS.filter((look) => values.looks.split(",").includes(look));
  const { tessdata, models, receipts } = values;
  const languages = values.languages?.split(",") ?? (receipts ? RECEIPT_LANGUAGES : WRITTEN_LANGUAGES);
  const pagesIn = receipts ? writtenReceipts : writtenPages;
  print(`## Errors of pages made from texts, mode ${mode}, ${set}\n`);
  const asked = {
    languages,
    looks,
    pagesIn,
    set,
    mode,
    tessdata,
    models,
    scratch,
  } as const;
  const rows: (readonly string[])[] = [];
  // Each row when it is measured, because the others take minutes.
  for await (const row of languageErrorRows(asked)) {
    console.error(row.join(" | "));
    rows.push(row);
  }
  printTable(rows);
} finally {
  rmSync(scratch, { recursive: true });
}
