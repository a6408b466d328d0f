import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXTRACTION_MODES } from "@galley/core";
import { print, printTable } from "./measures/print-table.ts";
import { languageErrorRows } from "./ocr/language-errors.ts";
import { LOOKS, WRITTEN_LANGUAGES } from "./ocr/written-pages.ts";

/**
 * Errors of OCR in several languages on pages that are made from texts, compared with native Tesseract with the same
 * data. `--tessdata` is a folder with the data of the languages, `--models` a folder of ONNX models that are measured alone.
 */

const { values } = parseArgs({
  options: {
    languages: { type: "string", default: WRITTEN_LANGUAGES.join(",") },
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
  const { tessdata, models } = values;
  print(`## Errors of pages made from texts, mode ${mode}, ${set}\n`);
  const asked = {
    languages: values.languages.split(","),
    looks,
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
