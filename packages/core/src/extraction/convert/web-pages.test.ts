import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";

const page = (body: string): Uint8Array => encoded(`<!DOCTYPE html><html><body>${body}</body></html>`);

test.each([
  ["<ol start=3 type=a><li>x<li>y</ol>", ["c. x", "d. y"]],
  ["<ol type=I><li>x<li value=9>y<li>z</ol>", ["I. x", "IX. y", "X. z"]],
  ["<ol reversed><li>x<li>y</ol>", ["2. x", "1. y"]],
  ["<ol start=0><li>x</ol><ul><li>y</ul>", ["0. x", "• y"]],
])("of %s, the markers are those that a browser shows", async (list, expected) => {
  expect(lines(await textOf(page(list)))).toEqual(expected);
});

test("of a choice, the chosen option is read; of a list, all options", async () => {
  const options = "<option>first<optgroup><option selected>second</optgroup>";
  expect(lines(await textOf(page(`<p>Size: <select>${options}</select>.</p>`)))).toEqual(["Size: second."]);
  expect(lines(await textOf(page("<select><option>first<option>other</select>")))).toEqual(["first"]);
  expect(lines(await textOf(page(`<select multiple>${options}</select>`)))).toEqual(["first", "second"]);
});

test("the parts of a fraction stay apart", async () => {
  const formula =
    "<math><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac></math>";
  expect(lines(await textOf(page(formula)))).toEqual(["1/2+(a+b)/c"]);
});

test("the head of a table is repeated on each page", async () => {
  const body = Array.from({ length: 100 }, (_, row) => `<tr><td>row ${row}</td><td>b</td></tr>`).join("");
  const table = `<table><thead><tr><th>Name</th><th>Kind</th></tr></thead><tbody>${body}</tbody></table>`;
  const read = await extractText(page(table), { mode: "native_text", blocks: true });
  expect(read.pages.length).toBeGreaterThan(1);
  for (const { outcome } of read.pages)
    expect(outcome).toMatchObject({ text: expect.stringMatching(/Name +Kind/u) });
  const blocks = read.blocks.blocks.filter(({ kind }) => kind !== "page_header");
  expect(blocks).toMatchObject([{ kind: "table", rows: 101, headRows: 1 }]);
});

test("footnotes of Markdown are numbered, and stand at the end", async () => {
  const text =
    "# Notes\n\n- item\n\nFirst[^b], second[^a] and first again[^b]. `[^a]` [^none]\n\n[^a]: One note\n    that goes *on*.\n[^b]: Another.\n\n[^c]: Unused.\n\nLast text.\n";
  expect(lines(await textOf(encoded(text)))).toEqual([
    "Notes",
    "• item",
    "First1, second2 and first again1. [^a] [^none]",
    "Last text.",
    "1. Another.",
    "2. One note that goes on.",
    "3. Unused.",
  ]);
});
