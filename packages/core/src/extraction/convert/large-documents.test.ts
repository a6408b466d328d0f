import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { convertDocument } from "./convert-document.ts";
import { encoded } from "./testing/converted-text.ts";
import { wordFile, wordParagraph, workbookFile } from "./testing/office-files.ts";

const native = { mode: "native_text", blocks: true } as const;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

test("all cells of a table are read, however many columns it has", async () => {
  const columns = 2500;
  const row = (name: string): string =>
    `<tr>${numbers(columns)
      .map((column) => `<td>${name}${column}</td>`)
      .join("")}</tr>`;
  const rows = numbers(12).map((number) => row(`r${number}c`));
  const read = await extractText(
    encoded(`<html><body><table>${rows.join("")}</table></body></html>`),
    native,
  );
  expect(read.pages.map(({ outcome }) => outcome.message)).toEqual(read.pages.map(() => ""));
  const cells = read.blocks.blocks.flatMap((block) => (block.kind === "table" ? block.cells : []));
  expect(new Set(cells.map(({ text }) => text)).size).toBe(12 * columns);
  for (const name of ["r0c0", "r11c2499", "r5c1250"]) expect(read.text).toContain(name);
});

test("a header that would fill pages is not repeated", async () => {
  const text = (tall: boolean): string => Array.from({ length: tall ? 2000 : 20 }, () => "header").join(" ");
  const pages = numbers(5).map(
    (number) => `<w:p><w:r><w:t>page${number}</w:t><w:br w:type="page"/></w:r></w:p>`,
  );
  const headersOf = async (tall: boolean): Promise<number> => {
    const header = `<w:hdr xmlns:w="w">${wordParagraph(text(tall))}</w:hdr>`;
    const section = '<w:sectPr><w:headerReference r:id="h1" w:type="default"/></w:sectPr>';
    const file = wordFile(pages.join("") + section, { h1: ["header", "header1.xml", header] });
    const read = await extractText(file, native);
    return read.pages.filter(({ outcome }) => outcome.ok && outcome.text.includes("header")).length;
  };
  expect(await headersOf(false)).toBeGreaterThanOrEqual(5);
  expect(await headersOf(true)).toBe(1);
});

test("the head of a table that would fill pages is not repeated", async () => {
  const row = (text: string, properties = ""): string =>
    `<w:tr>${properties}<w:tc>${wordParagraph(text)}</w:tc><w:tc>${wordParagraph("b")}</w:tc></w:tr>`;
  const body = numbers(300).map((number) => row(`row ${number}`));
  const lastPageOf = async (words: number): Promise<string> => {
    const head = row("head ".repeat(words), "<w:trPr><w:tblHeader/></w:trPr>");
    const read = await extractText(wordFile(`<w:tbl>${head}${body.join("")}</w:tbl>`), native);
    const last = read.pages.at(-1)?.outcome;
    return last?.ok === true ? last.text : "";
  };
  expect(await lastPageOf(3)).toMatch(/head[^]+row 299/u);
  expect(await lastPageOf(6000)).toMatch(/^(?![^]*head)[^]+row 299/u);
});

test("a sheet with few cells far apart takes little more than one with the same cells side by side", async () => {
  const sizeOf = async (column: string): Promise<number> => {
    const rows = numbers(100).map(
      (row) =>
        `<row r="${row + 1}"><c r="A${row + 1}"><v>1</v></c><c r="${column}${row + 1}"><v>2</v></c></row>`,
    );
    const { pdf } = await convertDocument(workbookFile(rows.join("")), { password: "", attachments: "list" });
    return pdf.length;
  };
  expect(await sizeOf("SF")).toBeLessThan(2 * (await sizeOf("B")));
});

test.each([200, 100_000])("JSON that is nested %i deep stays as it is written", async (depth) => {
  const json = `${"[".repeat(depth)}"[\\"[deep",{"a":1}${"]".repeat(depth)}`;
  const read = await extractText(encoded(json), native);
  expect(read.text.replaceAll(/\s|<<</gu, "")).toBe(json);
});
