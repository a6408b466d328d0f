import { CFB } from "@e965/xlsx";
import { describe, expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { lines, textOf } from "./testing/converted-text.ts";
import { rc4CryptoApi, type Encryption } from "./testing/old-encryption.ts";

const CONTAINER = 0xf;

/** A record of a PowerPoint 97–2003 file: a container of others, or data. */
function record(type: number, content: Buffer | readonly Buffer[], instance = 0): Buffer {
  const data = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  const header = Buffer.alloc(8);
  header.writeUInt16LE((instance << 4) | (Buffer.isBuffer(content) ? 0 : CONTAINER), 0);
  header.writeUInt16LE(type, 2);
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data]);
}

const numbers = (...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(value);
      return bytes;
    }),
  );
const header = (kind: number): Buffer => record(3999, numbers(kind));
const wide = (text: string): Buffer => record(4000, Buffer.from(text, "utf16le"));
const narrow = (text: string): Buffer => record(4008, Buffer.from(text, "latin1"));

/** A shape with a text box; its place is left, top, right and bottom in points. */
function shape(
  [left, top, right, bottom]: readonly [number, number, number, number],
  text: readonly Buffer[],
  { inGroup = false, placeholder }: { readonly inGroup?: boolean; readonly placeholder?: number } = {},
): Buffer {
  const edges = inGroup ? [left, top, right, bottom] : [top, left, right, bottom];
  const place = numbers(...edges.map((edge) => edge * 8));
  return record(0xf004, [
    record(inGroup ? 0xf00f : 0xf010, place),
    ...(placeholder === undefined ? [] : [record(0xf011, [record(3011, numbers(0, placeholder))])]),
    record(0xf00d, text),
  ]);
}

interface Page {
  readonly shapes: readonly Buffer[];
  readonly settings?: { readonly master?: number; readonly notes?: number; readonly isHidden?: boolean };
}

function page(
  type: number,
  { shapes, settings: { master = 0, notes = 0, isHidden = false } = {} }: Page,
): Buffer {
  const atom = Buffer.concat([Buffer.alloc(12), numbers(master, notes, master === 0 ? 0 : 1)]);
  const show = Buffer.alloc(16);
  show.writeUInt8(isHidden ? 4 : 0, 10);
  const drawing = record(1036, [record(0xf002, [record(0xf003, [record(0xf004, []), ...shapes])])]);
  return record(type, [record(1007, atom), record(1017, show), drawing]);
}

/** A list of the document: the number of each page's object, its own number, and the texts of its placeholders. */
const list = (
  instance: number,
  entries: readonly (readonly [object: number, id: number, texts: readonly Buffer[]])[],
): Buffer =>
  record(
    4080,
    entries.flatMap(([object, id, texts]) => [record(1011, numbers(object, 0, 0, id, 0)), ...texts]),
    instance,
  );

/** A file with these objects; the first is the document. `edit` is where its newest list of objects is. */
function presentation(
  plain: readonly Buffer[],
  {
    token = 0xe391c05f,
    edit,
    encryption,
  }: { readonly token?: number; readonly edit?: number; readonly encryption?: Encryption } = {},
): Uint8Array {
  const session = encryption ? [record(0x2f14, encryption.info)] : [];
  const encrypted = plain.map((object, index) => encryption?.cipher(index + 1).applied(object) ?? object);
  const objects = [...encrypted, ...session];
  const offsets: number[] = [];
  let end = 0;
  for (const object of objects) {
    offsets.push(end);
    end += object.length;
  }
  const directory = record(6002, numbers((objects.length << 20) | 1, ...offsets));
  const userEdit = record(4085, numbers(0, 0, 0, end, 1, 0, 0, encryption ? objects.length : 0));
  const currentUser = record(4086, numbers(20, token | 0, edit ?? end + directory.length, 0));
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, "/PowerPoint Document", Buffer.concat([...objects, directory, userEdit]));
  CFB.utils.cfb_add(file, "/Current User", currentUser);
  const written: unknown = CFB.write(file, { type: "buffer" });
  if (!(written instanceof Uint8Array)) throw new Error("The file was not written.");
  return new Uint8Array(written);
}

const size = record(1001, Buffer.concat([numbers(640 * 8, 480 * 8), Buffer.alloc(24), numbers(1)]));
const outlineText = (index: number): Buffer => record(3998, numbers(index));

describe("a presentation from before 2007", () => {
  const group = record(0xf003, [
    record(0xf004, [
      record(0xf009, numbers(0, 0, 800, 800)),
      record(0xf010, numbers(320 * 8, 400 * 8, 600 * 8, 420 * 8)),
    ]),
    shape([50, 0, 100, 100], [header(4), narrow("in a group")], { inGroup: true }),
  ]);
  const slides = [
    page(1006, {
      settings: { master: 7, notes: 8 },
      shapes: [
        shape([300, 100, 600, 300], [outlineText(1)]),
        shape([40, 20, 600, 80], [outlineText(0)]),
        shape([40, 200, 200, 240], [header(4), wide("left – Größe")]),
        group,
        shape([560, 440, 620, 460], [header(4), wide("*"), record(4056, numbers(0))]),
      ],
    }),
    page(1006, {
      settings: { isHidden: true },
      shapes: [shape([0, 0, 90, 90], [header(4), wide("secret")])],
    }),
    page(1006, { shapes: [shape([40, 20, 600, 80], [header(4), wide("one\vtwo\rthree")])] }),
  ];
  const master = page(1016, {
    shapes: [
      shape([40, 440, 300, 460], [header(4), narrow("on every slide")]),
      shape([40, 20, 600, 80], [header(0), narrow("Click to edit")], { placeholder: 1 }),
    ],
  });
  const notes = page(1008, { shapes: [shape([0, 0, 90, 90], [header(2), wide("to be said")])] });
  const document = record(1000, [
    size,
    list(1, [[5, 7, []]]),
    list(0, [
      [2, 256, [header(0), wide("Title"), header(1), wide("first\rsecond")]],
      [3, 257, []],
      [4, 258, []],
      // The same slide again.
      [4, 259, []],
    ]),
    list(2, [[6, 8, []]]),
  ]);
  const file = presentation([document, ...slides, master, notes]);

  test("has the texts of its slides at their place, with those of its master", async () => {
    const { text, message, pages } = await extractText(file, { mode: "native_text" });
    expect(lines(text)).toEqual([
      "Title",
      "• first",
      "• second",
      "left – Größe",
      "in a group",
      "on every slide | 1",
      "one",
      "two",
      "three",
    ]);
    expect(message).toBe("1 hidden slide left out.");
    expect(pages).toHaveLength(2);
    expect(pages[0]?.outcome).toMatchObject({ width: 640, height: 480 });
  });

  test("has headings, and its notes if they are asked for", async () => {
    const { blocks } = await extractText(file, { blocks: true, mode: "native_text" });
    expect(blocks.blocks).toContainEqual(expect.objectContaining({ kind: "title", text: "Title" }));
    const { text } = await extractText(file, { mode: "native_text", remarkText: "keep" });
    expect(lines(text)).toContain("to be said");
  });

  test("shows the number and the footer of its master where it says so", async () => {
    const footers = (flags: number, text: string, instance: number): Buffer =>
      record(
        4057,
        [record(4058, numbers(flags << 16)), record(4026, Buffer.from(text, "utf16le"), 2)],
        instance,
      );
    const withFooters = page(1016, {
      shapes: [
        shape([40, 440, 300, 460], [header(4), wide("*"), record(4090, numbers(0))], { placeholder: 9 }),
        shape([500, 440, 600, 460], [header(4), wide("*"), record(4056, numbers(0))], { placeholder: 8 }),
        shape([40, 20, 600, 80], [header(0), narrow("Click to edit")], { placeholder: 1 }),
      ],
    });
    const shown = (text: string, own: readonly Buffer[] = []): Buffer => {
      const slide = page(1006, {
        settings: { master: 7 },
        shapes: [shape([40, 20, 600, 80], [header(4), wide(text)])],
      });
      return record(1006, [slide.subarray(8), ...own]);
    };
    const pages = list(0, [
      [3, 256, []],
      [4, 257, []],
      [5, 258, []],
    ]);
    const made = presentation([
      record(1000, [size, list(1, [[2, 7, []]]), footers(0x28, "Notes", 4), footers(0x28, "Acme", 3), pages]),
      withFooters,
      shown("one"),
      shown("two", [footers(0, "", 0)]),
      shown("three", [footers(0x08, "Other", 0)]),
    ]);
    expect(lines(await textOf(made))).toEqual(["one", "Acme | 1", "two", "three", "3"]);
  });

  test("is opened with its password if it is encrypted, and asks for it otherwise", async () => {
    const objects = [record(1000, [size, list(0, [[2, 256, []]])]), slides[2] ?? Buffer.alloc(0)];
    const encryption = rc4CryptoApi("secret", 128);
    const encrypted = presentation(objects, { token: 0xf3d1c4df, encryption });
    expect(lines(await textOf(encrypted, { password: "secret" }))).toEqual(["one", "two", "three"]);
    await expect(textOf(encrypted)).rejects.toMatchObject({ code: "PASSWORD_REQUIRED" });
    await expect(textOf(encrypted, { password: "other" })).rejects.toMatchObject({
      code: "PASSWORD_REQUIRED",
    });
  });

  test("of PowerPoint 4 is rejected with what to do", async () => {
    const made = CFB.utils.cfb_new();
    CFB.utils.cfb_add(made, "/PP40", Buffer.from("slides"));
    const bytes = new Uint8Array(Buffer.from(CFB.write(made, { type: "buffer" })));
    await expect(textOf(bytes)).rejects.toThrow(/PowerPoint 95 or an older version.*LibreOffice/);
  });

  test("is rejected if it is encrypted in another way, and if its list of slides cannot be found", async () => {
    await expect(extractText(presentation([document], { token: 0xf3d1c4df }), {})).rejects.toThrow(
      /encrypted in a way that is not supported/,
    );
    for (const edit of [0, -1, 2 ** 31 - 1]) {
      await expect(extractText(presentation([document], { edit }), {})).rejects.toThrow(
        "The presentation is damaged: its list of slides is missing.",
      );
    }
  });

  test("is read as far as it goes if its records are cut off, and groups are nested too deep", async () => {
    let nested = shape([40, 20, 600, 80], [header(4), wide("deep")]);
    for (let depth = 0; depth < 500; depth++) nested = record(0xf003, [nested]);
    const cut = record(0xf00d, [header(4), wide("whole"), header(4)]);
    cut.writeUInt32LE(0x7fffffff, 4);
    const broken = page(1006, {
      shapes: [nested, record(0xf004, [record(0xf010, numbers(0, 0, 4000, 800)), cut])],
    });
    const { text } = await extractText(
      presentation([record(1000, [size, list(0, [[2, 256, []]])]), broken]),
      { mode: "native_text" },
    );
    expect(lines(text)).toEqual(["whole"]);
  });
});
