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

test.each([
  ["<table><td>TOTAL DUE</td><td>412.50</td></table>", ["TOTAL DUE | 412.50"]],
  ["<table><tr><td>a<table><tr><td>b</table></table>", ["a", "b"]],
  ["<table><tr><table><tr><td>a<td>b</table></table>", ["a | b"]],
  ["<table><tbody><table><td>a<td>b</table></table>", ["a | b"]],
  ["<table><tr><form><td>a<td>b</form></table>", ["a | b"]],
  ["<table><center><tr><td>a<td>b</center></table>", ["a | b"]],
  ["<table><tr><td>a<td>b</tr><p>between</p><tr><td>c<td>d</table>", ["between", "a | b", "c | d"]],
  ["<table><tfoot><tr><td>c<td>d<tbody><tr><td>a<td>b</table>", ["a | b", "c | d"]],
  ["<table><tr hidden><td>a<td>b<tr><td>c<td>d<td hidden>e</table>", ["c | d"]],
])("the table %s has the rows that a browser shows", async (table, expected) => {
  expect(lines(await textOf(page(table), { hiddenText: "drop" }))).toEqual(expected);
});

test.each([
  ["<p><svg><text>a<tspan x=9>b</tspan></text><defs><text>no</text></defs></svg>", ["a b"]],
  ["<button>a</button><button>b</button><textarea>c\n d</textarea>", ["a b c", "d"]],
  ["<input value=a placeholder=no><input placeholder=b><input type=password value=no>", ["a b"]],
  ["<fieldset><legend>a</legend>b</fieldset><details><summary>c</summary>d", ["a", "b", "c", "d"]],
  ["<noscript>a</noscript><template>no</template><object data=x>b</object><video>no</video>", ["a b"]],
  ["<ruby>東<rp>(</rp><rt>a</rt><rp>)</rp></ruby> <q>b</q>", ["東(a) “b”"]],
  ["<ol><div><li>a</div><li>b</ol><li>c", ["1. a", "2. b", "• c"]],
  ["<iframe srcdoc='<p>a</p>'></iframe><iframe src='data:text/html,<p>b%20c'></iframe>", ["a", "b c"]],
])("of %s, the text that a browser shows is read", async (body, expected) => {
  expect(lines(await textOf(page(body)))).toEqual(expected);
});

test("of frames, what they show elsewhere is read", async () => {
  const frames =
    "<html><frameset><frame src='a.html'><noframes><p>no frames</p></noframes></frameset></html>";
  const { text, message } = await extractText(encoded(frames), { mode: "native_text" });
  expect(lines(text)).toEqual(["no frames"]);
  expect(message).toBe("1 frame was not fetched.");
});

test("of a page that is XML, elements without content and CDATA sections are read as such", async () => {
  const xhtml =
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head>' +
    '<body><script src="x"/><p/><h1>a&nbsp;&amp;</h1><p>b<br/>c <![CDATA[<d>]]></p></body></html>';
  expect(lines(await textOf(encoded(xhtml)))).toEqual(["a &", "b", "c <d>"]);
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
