import sharp from "sharp";
import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { convertDocument } from "./convert-document.ts";
import { encoded, lines, textOf } from "./testing/converted-text.ts";

const rtf = (content: string): Uint8Array => encoded(`{\\rtf1\\ansi\\ansicpg1252\\deff0 ${content}}`);

const read = async (content: string): Promise<readonly string[]> => lines(await textOf(rtf(content)));

/** A row of cells with their right edges and what their definition says before. */
function row(cells: readonly (readonly [text: string, right: number, merge?: string])[]): string {
  const definition = cells.map(([, right, merge = ""]) => `${merge}\\cellx${right}`).join("");
  return `\\trowd${definition}\\pard\\intbl ${cells.map(([text]) => `${text}\\cell `).join("")}\\row `;
}

test("cells of a table span columns and rows", async () => {
  const file = rtf(
    row([["Total", 4000]]) +
      row([
        ["Net", 2000, "\\clvmgf"],
        ["12.50", 4000],
      ]) +
      row([
        ["", 2000, "\\clvmrg"],
        ["13.00", 4000],
      ]) +
      "\\pard after\\par",
  );
  const { renditions, text } = await extractText(file, { mode: "native_text", renditions: ["html"] });
  expect(lines(text)).toEqual(["Total", "Net | 12.50", "13.00", "after"]);
  expect(renditions?.html).toContain('colspan="2"');
  expect(renditions?.html).toContain('rowspan="2"');
});

test("a table in a cell is read in its place", async () => {
  const inner =
    "\\pard\\intbl\\itap2 inner\\nestcell second\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx1000\\nestrow}";
  expect(
    await read(
      `\\trowd\\cellx2000\\cellx4000\\pard\\intbl\\itap1 before\\par ${inner}\\pard\\intbl\\itap1 after\\cell right\\cell\\row`,
    ),
  ).toEqual(["before | right", "inner | second", "after"]);
});

test("each section has its own header; one that goes on below the one before shares its page", async () => {
  const file = rtf(
    "{\\header first header\\par}one\\par\\sect\\sectd\\sbknone two\\par\\sect\\sectd{\\header second header\\par}three\\par",
  );
  const { text, pageCount } = await extractText(file, { mode: "native_text" });
  expect(lines(text)).toEqual(["first header", "one", "two", "second header", "three"]);
  expect(pageCount).toBe(2);
});

test("the first page has the header of first pages only if the section says so", async () => {
  const headers = "{\\header other\\par}{\\headerf first\\par}";
  expect(await read(`${headers}text\\par`)).toEqual(["other", "text"]);
  expect(await read(`\\titlepg${headers}text\\par`)).toEqual(["first", "text"]);
});

test("pictures in PNG and JPEG are figures in their place; drawings in WMF are left out", async () => {
  const png = await sharp({ create: { width: 64, height: 32, channels: 3, background: "#08f" } })
    .png()
    .toBuffer();
  const picture = (format: string, hex: string): string =>
    `{\\pict{\\*\\picprop{\\sp x}}\\${format}\\picwgoal1440\\pichgoal720 ${hex}}`;
  const hex = png.toString("hex").replaceAll(/(.{64})/g, "$1\n");
  const file = rtf(
    `above\\par {\\*\\shppict${picture("pngblip", hex)}}{\\nonshppict${picture("wmetafile8", "0102")}}\\par ` +
      `${picture("wmetafile8", "0102")}${picture("pngblip", "not a picture")}below\\par`,
  );
  const { pdf } = await convertDocument(file, { password: "", attachments: "list" });
  expect(
    Buffer.from(pdf)
      .toString("latin1")
      .match(/\/Subtype \/Image/g),
  ).toHaveLength(1);
  expect(lines(await textOf(file))).toEqual(["above", "below"]);
});

test.each([
  ["hidden and deleted text is left out", "shown{\\v  secret}{\\deleted  gone}\\par", ["shown"]],
  ["index entries are left out", "word{\\xe entry}{\\tc entry}s\\par", ["words"]],
  ["the result of an object is read", "{\\object{\\*\\objdata 0102}{\\result shown}}\\par", ["shown"]],
  ["text boxes of old drawings are read", "{\\*\\do\\dptxbx{\\dptxbxtext\\pard boxed\\par}}", ["boxed"]],
  [
    "a text box is read once",
    "{\\shp{\\*\\shpinst{\\shptxt boxed\\par}}{\\shprslt{\\*\\do{\\dptxbxtext boxed\\par}}}}",
    ["boxed"],
  ],
  ["a style of characters in a group leaves its text", "{\\fldrslt \\*\\cs12\\ul link}\\par", ["link"]],
  [
    "characters of two bytes may end with a letter",
    "{\\fonttbl{\\f1\\fcharset128 A;}}\\f1\\'83A\\'83\\'43\\'83e\\plain x\\par",
    ["アイテx"],
  ],
])("%s", async (_, content, expected) => {
  expect(await read(content)).toEqual(expected);
});

test.each([
  ["rows without end", "\\trowd\\cellx1\\intbl a\\cell b"],
  ["cells without a row", "a\\cell b\\cell c"],
  ["a row of more cells than it defines", "\\trowd\\cellx1\\intbl a\\cell b\\cell c\\cell\\row"],
  ["tables in no table", "\\itap90000 a\\nestcell b\\nestrow c"],
  ["edges in no order", "\\trowd\\cellx-900\\cellx5\\cellx-30000 \\intbl a\\cell b\\cell c\\cell\\row"],
])("%s lose no text", async (_, content) => {
  const text = await textOf(rtf(content));
  for (const word of ["a", "b", ...(content.includes(" c") ? ["c"] : [])]) expect(text).toContain(word);
});

test("bullets of symbol fonts are bullets", async () => {
  const item = (marker: string, text: string): string =>
    `{\\listtext\\pard\\plain${marker}\\tab}\\pard ${text}\\par`;
  const fonts =
    "{\\fonttbl{\\f0\\fcharset0 Times;}{\\f3\\fcharset2 Symbol;}{\\f4\\fcharset2 Wingdings;}{\\f5\\fcharset0 Courier New;}}";
  const items = [
    item("\\f3 \\'b7", "one"),
    item("\\f4 \\'a7", "two"),
    item("\\f4 v", "three"),
    item("\\f3 \\u-3913 ?", "four"),
    item("\\f5 o", "five"),
  ].join("");
  expect(await read(`${fonts}${items}\\pard 20{\\f3\\'b0}C\\par`)).toEqual([
    "• one",
    "▪ two",
    "• three",
    "• four",
    "o five",
    "20°C",
  ]);
});
