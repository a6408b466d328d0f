import { deflateSync } from "node:zlib";
import { CFB } from "@e965/xlsx";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { extractText } from "../../../extract-text.ts";
import { encoded, lines, textOf } from "../../testing/converted-text.ts";
import { change, oldWordFile, u16, u32 } from "../../testing/doc-file.ts";
import { wordFile } from "../../testing/office-files.ts";

const words = (...values: readonly number[]): Buffer => u16(...values);

/** A record of a Windows metafile: its size in words, its number, and its parameters. */
function metaRecord(type: number, ...parameters: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parameters);
  return Buffer.concat([u32((data.length + 6) / 2), words(type), data]);
}

const padded = (text: string): Buffer => Buffer.from(text.length % 2 === 0 ? text : `${text}\0`, "latin1");

/** A text at its place, and one with the distances of its characters. */
const textOut = (text: string, x: number, y: number): Buffer =>
  metaRecord(0x0521, words(text.length), padded(text), words(y, x));
const extendedText = (text: string, x: number, y: number, width = 60): Buffer =>
  metaRecord(
    0x0a32,
    words(y, x, text.length, 0),
    padded(text),
    words(...Array.from({ length: text.length }, () => width)),
  );
const font = (height: number, charset = 0): Buffer =>
  metaRecord(0x02fb, words(-height, 0, 0, 0, 0, 0), Buffer.from([0, charset, 0, 0, 0, 0]), Buffer.alloc(32));

/** A drawing of 1000 by 500 units. */
function windowsMetafile(...records: readonly Buffer[]): Buffer {
  const header = Buffer.concat([words(1, 9, 0x300), u32(0), words(4), u32(0), words(0)]);
  const window = [metaRecord(0x020b, words(0, 0)), metaRecord(0x020c, words(500, 1000))];
  return Buffer.concat([header, ...window, ...records, metaRecord(0)]);
}

const DRAWING = windowsMetafile(
  metaRecord(0x02fa, Buffer.alloc(10)),
  font(40),
  metaRecord(0x012d, words(1)),
  extendedText("right", 700, 100, 20),
  textOut("left – Größe".replace("–", "\x96"), 50, 100),
  metaRecord(0x001e),
  // The pen is removed; the next object takes its number.
  metaRecord(0x01f0, words(0)),
  font(40, 204),
  metaRecord(0x012d, words(0)),
  textOut("\xcf\xf0\xe8\xe2\xe5\xf2", 50, 300),
  metaRecord(0x0127, words(-1)),
  metaRecord(0x012e, words(1)),
  metaRecord(0x0214, words(400, 50)),
  textOut("moved", 0, 0),
  metaRecord(0x012e, words(0)),
  textOut("far away", 9999, 0),
);
const DRAWN = ["left – Größe | right", "Привет", "moved"];

const art = (type: number, instance: number, version: number, ...data: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  return Buffer.concat([words((instance << 4) | version, type), u32(content.length), content]);
};

/** A picture of a store ([MS-ODRAW] 2.2.23). */
const metafileBlip = (content: Buffer): Buffer => {
  const compressed = deflateSync(content);
  const header = Buffer.concat([
    u32(content.length),
    Buffer.alloc(24),
    u32(compressed.length),
    Buffer.from([0, 254]),
  ]);
  return art(0xf01b, 0x216, 0, Buffer.alloc(16), header, compressed);
};
const pngBlip = (content: Buffer): Buffer =>
  art(0xf01e, 0x6e0, 0, Buffer.alloc(16), Buffer.from([255]), content);
const bitmapBlip = (content: Buffer): Buffer =>
  art(0xf01f, 0x7a9, 0, Buffer.alloc(32), Buffer.from([255]), content);
const storeEntry = (blip: Buffer, place = 0): Buffer =>
  art(0xf007, 6, 2, Buffer.alloc(28), u32(place), Buffer.alloc(4), blip);

/** A DOC file whose text has this picture at the place of its second paragraph. */
function wordWithPicture(entry: Buffer): Uint8Array {
  const shape = art(0xf004, 0, 15, art(0xf00a, 75, 2, u32(1025, 0)));
  const records = Buffer.concat([shape, entry]);
  const header = Buffer.concat([
    u32(68 + records.length),
    words(68, 0x64),
    Buffer.alloc(20),
    words(6000, 3000, 1000, 1000),
    Buffer.alloc(32),
  ]);
  return oldWordFile({
    body: [
      { text: "above" },
      { text: "\x01", characters: [{ start: 0, end: 1, change: change(0x6a03, 0, 0, 0, 0) }] },
      { text: "below" },
    ],
    data: Buffer.concat([header, records]),
  });
}

const square = (): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: "#ff0000" } })
    .png()
    .toBuffer();

/** A bitmap of 64 by 64 black pixels of 24 bits, without the header of a file. */
const BITMAP = Buffer.concat([
  u32(40, 64, 64),
  words(1, 24),
  u32(0, 0, 0, 0, 0, 0),
  Buffer.alloc(64 * 64 * 3),
]);

async function figures(document: Uint8Array): Promise<number> {
  const { blocks } = await extractText(document, { mode: "native_text", blocks: true });
  return blocks.blocks.filter(({ kind }) => kind === "figure").length;
}

describe("pictures of a DOC file", () => {
  test("that are Windows metafiles give their texts at their place", async () => {
    const document = wordWithPicture(storeEntry(metafileBlip(DRAWING)));
    expect(lines(await textOf(document))).toEqual(["above", ...DRAWN, "below"]);
  });

  test("are figures if they are PNG or bitmaps", async () => {
    expect(await figures(wordWithPicture(storeEntry(pngBlip(await square()))))).toBe(1);
    expect(await figures(wordWithPicture(storeEntry(bitmapBlip(BITMAP))))).toBe(1);
  });

  test("that float beside the text are shown after their paragraph", async () => {
    const blip = metafileBlip(DRAWING);
    const place = 1000;
    const store = art(0xf000, 0, 15, art(0xf001, 1, 15, storeEntry(Buffer.alloc(0), place)));
    const picture = art(0xf00b, 1, 3, Buffer.concat([words(0x4104), u32(1)]));
    const shape = art(0xf004, 0, 15, art(0xf00a, 75, 2, u32(1026, 0)), picture);
    const drawing = art(0xf002, 0, 15, art(0xf003, 0, 15, shape));
    const position = Buffer.concat([u32(0, 12), u32(1026, 0, 0, 6000, 3000), Buffer.alloc(6)]);
    const document = oldWordFile({
      body: [{ text: "\x08above" }, { text: "below" }],
      inMain: { at: place, bytes: blip },
      structures: { 40: position, 50: Buffer.concat([store, Buffer.from([0]), drawing]) },
    });
    expect(lines(await textOf(document))).toEqual(["above", ...DRAWN, "below"]);
  });

  test.each([
    ["a store that is cut off", storeEntry(pngBlip(Buffer.alloc(0))).subarray(0, 30)],
    ["a metafile that is damaged", storeEntry(metafileBlip(DRAWING).fill(1, 60))],
    ["a record that ends after the file", windowsMetafile(Buffer.from([255, 255, 255, 127, 33, 5]))],
    ["a picture of another kind", storeEntry(art(0xf01c, 0x542, 0, Buffer.alloc(60)))],
    ["a bitmap without colours", storeEntry(bitmapBlip(Buffer.alloc(60, 255)))],
  ])("with %s are left out", async (_, entry) => {
    expect(lines(await textOf(wordWithPicture(entry)))).toEqual(["above", "below"]);
  });
});

test("a slide of a PPT file has its pictures", async () => {
  const picture = art(0xf00b, 1, 3, Buffer.concat([words(0x4104), u32(1)]));
  const anchor = art(0xf010, 0, 0, u32(0, 0, 4800, 2400));
  const root = art(0xf003, 0, 15, art(0xf004, 0, 15), art(0xf004, 0, 15, anchor, picture));
  const slide = art(1006, 0, 15, art(1036, 0, 15, art(0xf002, 0, 15, root)));
  const store = art(0xf000, 0, 15, art(0xf001, 1, 15, storeEntry(Buffer.alloc(0), 0)));
  const list = art(4080, 0, 15, art(1011, 0, 0, u32(2, 0, 0, 256, 0)));
  const document = art(1000, 0, 15, art(1035, 0, 15, store), list);
  const directory = art(6002, 0, 0, u32((2 << 20) | 1, 0, document.length));
  const start = document.length + slide.length;
  const edit = art(4085, 0, 0, u32(0, 0, 0, start, 1, 0, 0));
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/PowerPoint Document", Buffer.concat([document, slide, directory, edit]));
  CFB.utils.cfb_add(file, "/Current User", art(4086, 0, 0, u32(20, 0xe391c05f, start + directory.length, 0)));
  CFB.utils.cfb_add(file, "/Pictures", metafileBlip(DRAWING));
  const bytes = new Uint8Array(Buffer.from(CFB.write(file, { type: "buffer" })));
  expect(lines(await textOf(bytes))).toEqual(DRAWN);
});

test("a Windows metafile with a header of its place is read in DOCX and RTF", async () => {
  const place = Buffer.concat([u32(0x9ac6cdd7), words(0, 0, 0, 1000, 500, 100), u32(0), words(0)]);
  const picture = Buffer.concat([place, DRAWING]);
  const drawing =
    '<w:p><w:r><w:drawing><wp:extent cx="3810000" cy="1905000"/><a:blip r:embed="i1"/></w:drawing></w:r></w:p>';
  const document = wordFile(drawing, { i1: ["image", "media/image1.wmf", picture] });
  expect(lines(await textOf(document))).toEqual(DRAWN);
  const rich = `{\\rtf1 {\\pict\\wmetafile8\\picwgoal6000\\pichgoal3000 ${DRAWING.toString("hex")}}\\par}`;
  expect(lines(await textOf(encoded(rich)))).toEqual(DRAWN);
});
