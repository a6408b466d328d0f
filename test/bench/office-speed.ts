/** CPU time of reading a Word document of 20 pages and a workbook of 100,000 cells: `node test/bench/office-speed.ts`. */
import { extractText } from "@galley/core";
import { wordFile, zipFile } from "../fixtures/office.ts";
import { medianCpuTime } from "./office/median-cpu-time.ts";

const SENTENCE = "The parties agree that the goods are delivered within fourteen days of the order. ";

const WORD = wordFile(Array.from({ length: 350 }, (_, number) => `${number + 1}. ${SENTENCE.repeat(3)}`));

const COLUMNS = 20;
const ROWS = 5000;

/** A workbook with text and numbers by turns, each text only once in its list of strings. */
function workbook(): Uint8Array {
  const name = (column: number): string => String.fromCodePoint(0x41 + column);
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const cells = Array.from({ length: COLUMNS }, (__, column) => {
      const place = `r="${name(column)}${row + 1}"`;
      if (column % 2 === 0) return `<c ${place} t="inlineStr"><is><t>Item ${row}.${column}</t></is></c>`;
      return `<c ${place}><v>${(row * column) / 7}</v></c>`;
    });
    return `<row r="${row + 1}">${cells.join("")}</row>`;
  });
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";
  return zipFile({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    "_rels/.rels": `<Relationships><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="Stock" sheetId="1" r:id="r1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs><xf numFmtId="0"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join("")}</sheetData></worksheet>`,
  });
}

for (const [name, document] of [
  ["Word document", WORD],
  ["workbook of 100,000 cells", workbook()],
] as const) {
  const { ms, result } = await medianCpuTime(() =>
    extractText(document, { mode: "native_text", pages: "1" }),
  );
  console.log(`${name}: ${result.pageCount} pages, converted and page 1 read in ${ms} ms of CPU time`);
}
