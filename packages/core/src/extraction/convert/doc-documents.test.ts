import { CFB } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { lines, textOf } from "./testing/converted-text.ts";
import { change, oldWordFile, u16, u32, type OldParagraph } from "./testing/doc-file.ts";

const IN_TABLE = change(0x2416, 1);
const ENDS_ROW = change(0x2417, 1);
const BOLD = change(0x0835, 1);
const HIDDEN = change(0x083c, 1);
const DELETED = change(0x0800, 1);

/** Whole texts of paragraphs with one change of their characters. */
const changed = (text: string, from: string, list: Buffer): OldParagraph => {
  const start = text.indexOf(from);
  return { text, characters: [{ start, end: start + from.length, change: list }] };
};

/** Cells of a row, with their right edges and flags, and the row's end. */
function row(
  cells: readonly (readonly [text: string, right: number, flags?: number])[],
): readonly OldParagraph[] {
  const definition = Buffer.concat([
    Buffer.from([cells.length]),
    u16(0, ...cells.map(([, right]) => right)),
    ...cells.map(([, , flags = 0]) => Buffer.concat([u16(flags), Buffer.alloc(18)])),
  ]);
  const shape = Buffer.concat([change(0xd608), u16(definition.length + 1), definition]);
  return [
    ...cells.map(([text]): OldParagraph => ({ text, end: "\x07", changes: [IN_TABLE] })),
    { text: "", end: "\x07", changes: [IN_TABLE, ENDS_ROW, shape] },
  ];
}

/** A style sheet of a standard style and "heading 1". */
const STYLES = Buffer.concat([
  u16(4, 2, 10),
  ...[0, 1].map((number) => {
    const style = Buffer.concat([
      u16(number, (number === 0 ? 0xfff : 0) * 16 + 1, 0, 0, 0),
      u16(0, 0),
      u16(2, number),
    ]);
    return Buffer.concat([u16(style.length), style]);
  }),
]);

describe("a Word document from before 2007", () => {
  test("has its paragraphs, headings and tables with merged cells", async () => {
    const file = oldWordFile({
      body: [
        { text: "Report", style: 1 },
        { text: "Größe: 5\u00a0€, “quoted”" },
        ...row([["Total", 4000]]),
        ...row([
          ["Net", 2000],
          ["12.50", 4000],
        ]),
        { text: "after" },
      ],
      structures: { 1: STYLES },
    });
    expect(lines(await textOf(file))).toEqual([
      "Report",
      "Größe: 5 €, “quoted”",
      "Total",
      "Net | 12.50",
      "after",
    ]);
    const { renditions } = await extractText(file, { mode: "native_text", renditions: ["markdown"] });
    expect(renditions?.markdown).toContain("# Report");
  });

  test("shows results of fields and states of check boxes, and neither hidden nor deleted text", async () => {
    const file = oldWordFile({
      body: [
        { text: "Page \x13 PAGEREF x \\h \x147\x15 of 9" },
        { text: "\x13 FORMCHECKBOX \x01\x15 agreed" },
        changed("visible secret", " secret", HIDDEN),
        changed("new old", " old", DELETED),
        changed("some bold", "bold", BOLD),
      ],
    });
    expect(lines(await textOf(file))).toEqual(["Page 7 of 9", "☐ agreed", "visible", "new", "some bold"]);
  });

  test("counts its lists by level, with the text around the numbers", async () => {
    const level = (text: string): Buffer =>
      Buffer.concat([u32(1), Buffer.alloc(24), u16(text.length), Buffer.from(text, "utf16le")]);
    const item = (text: string, ilvl: number): OldParagraph => ({
      text,
      changes: [change(0x260a, ilvl), change(0x460b, 1, 0)],
    });
    const file = oldWordFile({
      body: [
        item("first", 0),
        { ...item("gone", 0), characters: [{ start: 0, end: 5, change: DELETED }] },
        item("inside", 1),
        item("inside too", 1),
        item("second", 0),
      ],
      structures: {
        73: Buffer.concat([u16(1), u32(77), Buffer.alloc(24)]),
        74: Buffer.concat([u32(1, 77, 0, 0, 0), u32(0xffff_ffff)]),
      },
      after: {
        73: Buffer.concat([level("\0."), level("\0.\u0001)"), ...Array.from({ length: 7 }, () => level(""))]),
      },
    });
    expect(lines(await textOf(file))).toEqual(["1. first", "1.1) inside", "1.2) inside too", "2. second"]);
  });

  test("has its footnotes at the end, its header on every page and its text boxes where they are anchored", async () => {
    const file = oldWordFile({
      body: [{ text: "Claim\u0002 \u0008", end: "\f" }, { text: "Next" }],
      footnotes: [{ text: "\u0002 Source" }, { text: "" }],
      headers: [{ text: "Acme Ltd" }, { text: "" }],
      boxes: [{ text: "boxed" }, { text: "" }],
      structures: {
        2: Buffer.concat([u32(5, 14), u16(1)]),
        3: u32(0, 9, 10),
        // Separators of notes, the section's seven other stories, and the header for its pages.
        11: u32(0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 10),
        40: Buffer.concat([u32(7, 14), u32(500), Buffer.alloc(22)]),
        56: Buffer.concat([
          u32(0, 6, 7),
          ...[500, 0].map((id) => Buffer.concat([Buffer.alloc(14), u32(id, 0)])),
        ]),
      },
    });
    expect(lines(await textOf(file))).toEqual([
      "Acme Ltd",
      "Claim[1]",
      "boxed",
      "Acme Ltd",
      "Next",
      "――――――",
      "[1] Source",
    ]);
  });

  test("whose text box is anchored in itself is read", async () => {
    const file = oldWordFile({
      body: [{ text: "kept" }],
      boxes: [{ text: "\u0008boxed" }, { text: "" }],
      structures: {
        40: Buffer.concat([u32(5, 14), u32(500), Buffer.alloc(22)]),
        56: Buffer.concat([
          u32(0, 7, 8),
          ...[500, 0].map((id) => Buffer.concat([Buffer.alloc(14), u32(id, 0)])),
        ]),
      },
    });
    expect(lines(await textOf(file))).toEqual(["kept", "boxed"]);
  });

  test.each([
    ["cut off", oldWordFile({ body: [{ text: "x".repeat(3000) }] }).subarray(0, 6000), /damaged/],
    ["whose pieces share bytes", oldWordFile({ body: [], structures: { 33: sharedPieces() } }), /damaged/],
    ["without pieces", oldWordFile({ body: [], structures: { 33: Buffer.alloc(0) } }), /damaged/],
    [
      "encrypted",
      oldWordFile({ body: [{ text: "x" }], flags: 0x0100 }),
      /encrypted in a way that is not supported/,
    ],
  ])("%s is rejected with the reason", async (_, file, message) => {
    await expect(textOf(file)).rejects.toThrow(message);
  });

  test("whose structures point anywhere is read as far as possible", async () => {
    const wild = Buffer.alloc(64, 0xff);
    for (const number of [1, 2, 3, 4, 5, 6, 11, 12, 13, 31, 36, 40, 46, 47, 56, 73, 74]) {
      const file = oldWordFile({ body: [{ text: "kept" }], structures: { [number]: wild } });
      await textOf(file).then(
        (text) => expect(text).toContain("kept"),
        (error: unknown) => expect(String(error)).toContain("damaged"),
      );
    }
  });
});

/** Ten pieces of the same bytes. */
function sharedPieces(): Buffer {
  const positions = Array.from({ length: 11 }, (_, index) => index * 1000);
  const pieces = positions.slice(1).map(() => Buffer.concat([u16(0), u32(0), u16(0)]));
  const list = Buffer.concat([u32(...positions), ...pieces]);
  return Buffer.concat([Buffer.from([2]), u32(list.length), list]);
}

describe("a document of Word 95", () => {
  /** The main stream: a header with the place of the text, and the text, perhaps in pieces. */
  function word95(
    parts: readonly string[],
    { flags = 0, language = 0x409, characterSet = 0 } = {},
  ): Uint8Array {
    const bytes = parts.map((part) => Buffer.from(part, "latin1"));
    const length = bytes.reduce((sum, part) => sum + part.length, 0);
    const main = Buffer.alloc(2048 + length);
    main.writeUInt16LE(0xa5dc, 0);
    main.writeUInt16LE(104, 2);
    main.writeUInt16LE(language, 6);
    main.writeUInt16LE(flags, 10);
    main.writeUInt32LE(2048, 24);
    main.writeUInt32LE(flags === 0x1000 ? length / 2 : length, 52);
    const font = [7, 0, 0, 0, characterSet, 0, 0x41, 0];
    Buffer.from([10, 0, ...font]).copy(main, 1500);
    main.writeUInt32LE(1500, 0xd0);
    main.writeUInt32LE(10, 0xd4);
    Buffer.concat(bytes).copy(main, 2048);
    // The last piece is the first part of the text.
    const places = [2048 + (bytes[0]?.length ?? 0), 2048];
    const positions = u32(0, bytes[1]?.length ?? 0, length);
    const pieces = Buffer.concat([
      positions,
      ...places.map((at) => Buffer.concat([u16(0), u32(at), u16(0)])),
    ]);
    const list = Buffer.concat([Buffer.from([1, 2, 0, 0, 0, 2]), u32(pieces.length), pieces]);
    list.copy(main, 1024);
    main.writeUInt32LE(1024, 0x160);
    main.writeUInt32LE(list.length, 0x164);
    const file = CFB.utils.cfb_new();
    CFB.utils.cfb_add(file, "/WordDocument", main);
    return new Uint8Array(Buffer.from(CFB.write(file, { type: "buffer" })));
  }

  test("gives its text, and the message says so", async () => {
    const text = "Caf\xe9 \x13PAGEREF x\x147\x15\rA\x07B\x07\x07C\x07D\x07\x07\x01last\r";
    const document = await extractText(word95([text]), { mode: "native_text" });
    expect(lines(document.text)).toEqual(["Café 7", "A | B", "C | D", "last"]);
    expect(document.message).toBe("Of this document of Word 95 or an older version, only the text was read.");
  });

  test("that was saved in pieces has them in their order, in the encoding of its language", async () => {
    const document = word95(["\xec\xe8\xf0\r", "\xcf\xf0\xe8\xe2\xe5\xf2, "], { flags: 4, language: 0x419 });
    expect(lines(await textOf(document))).toEqual(["Привет, мир"]);
  });

  test("of an English program in another script is read in the encoding of its fonts", async () => {
    const read = async (text: string): Promise<readonly string[]> =>
      lines(await textOf(word95([text], { characterSet: 204 })));
    expect(await read("\xcf\xf0\xe8\xe2\xe5\xf2\r")).toEqual(["Привет"]);
    expect(await read("Caf\xe9\r")).toEqual(["Café"]);
  });

  test("of a program for East Asia has two bytes for each character", async () => {
    const document = word95(["C\0a\0f\0\xe9\x10 \0\xe9\xa4\r\0"], { flags: 0x1000, characterSet: 136 });
    expect(lines(await textOf(document))).toEqual(["Café 日"]);
  });

  test("that is encrypted is rejected with what to do", async () => {
    await expect(textOf(word95(["x"], { flags: 0x100 }))).rejects.toThrow(/encrypted in a way that is not/);
  });
});
