import type { FlowDocument, SheetRow } from "../../model/flow-document.ts";
import { sheetRow } from "../../model/sheet-rows.ts";
import { cutSheet, SheetBudget } from "../sheet/sheet-budget.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** The first line with which Excel names the delimiter of the others. */
const NAMED_DELIMITER = /^\ufeff?sep=(?<delimiter>[^\w"\r\n])\r?\n/i;

/** Lines that are compared to find out whether a text is a table. */
const SAMPLE_LINES = 50;

/**
 * The delimiter of text that is a table: it is named, or every line has the same number of fields, at least two.
 * Undefined for other text.
 */
export function delimiterOf(text: string): string | undefined {
  const named = NAMED_DELIMITER.exec(text)?.groups?.["delimiter"];
  if (named !== undefined) return named;
  const sample = text.slice(0, 64 * 1024);
  for (const delimiter of DELIMITERS) {
    const rows = [...parseDelimited(sample, delimiter)].filter((row) => row.length > 1 || row[0] !== "");
    // The last row may have been cut off.
    const whole = (sample.length < text.length ? rows.slice(0, -1) : rows).slice(0, SAMPLE_LINES);
    if (whole.length < 2) continue;
    const counts = whole.map(({ length }) => length);
    const [first = 0] = counts;
    const isEven = counts.every((count) => count === first);
    // Sentences contain commas too, but not the same number in every line.
    if (first >= 2 && isEven && (whole.length >= 3 || first >= 3 || delimiter !== ",")) return delimiter;
  }
  return undefined;
}

/** Reads comma-separated values or another delimited text as a sheet. */
export function readDelimited(text: string): FlowDocument {
  const delimiter = delimiterOf(text) ?? DELIMITERS[0];
  const rows: SheetRow[] = [];
  const budget = new SheetBudget();
  const notes: string[] = [];
  for (const fields of parseDelimited(text.replace(NAMED_DELIMITER, ""), delimiter)) {
    if (fields.length === 1 && fields[0] === "") continue;
    const row = sheetRow(fields.map((field) => ({ text: field, isNumber: NUMBER.test(field.trim()) })));
    if (!budget.take(row.cells)) {
      notes.push(cutSheet("", rows.length));
      break;
    }
    rows.push(row);
  }
  const headRows = hasHead(rows) ? 1 : 0;
  return { title: "", sections: [{ kind: "sheet", name: "", rows, headRows }], notes, files: [] };
}

const NUMBER = /^[-+(]?[€$£¥]?\s?\d[\d.,'\s]*\s?[%€$£¥)]?$/;

function hasHead([first, second]: readonly SheetRow[]): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    first.cells.every(({ text, align }) => text !== "" && align === "left")
  );
}

/** The rows of delimited text (RFC 4180); a quoted field may contain delimiters and line breaks. */
function* parseDelimited(text: string, delimiter: string): Generator<readonly string[], void, undefined> {
  let row: string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  const field = new RegExp(`"((?:[^"]|"")*)"?([^\\${delimiter}\\r\\n]*)|([^\\${delimiter}\\r\\n]*)`, "y");
  while (at <= text.length) {
    field.lastIndex = at;
    const match = field.exec(text);
    const [whole = "", quoted, rest = "", plain = ""] = match ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"') + rest);
    at += whole.length;
    if (text[at] === delimiter) {
      at++;
      continue;
    }
    yield row;
    row = [];
    if (at >= text.length) return;
    at += text.startsWith("\r\n", at) ? 2 : 1;
    if (at === text.length) return;
  }
}
