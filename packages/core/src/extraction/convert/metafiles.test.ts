import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { lines, textOf } from "./testing/converted-text.ts";
import { slideShape, slidesFile, zipOf } from "./testing/office-files.ts";

const int32 = (...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(value);
      return bytes;
    }),
  );
const floats = (...values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeFloatLE(value);
      return bytes;
    }),
  );
const record = (type: number, ...data: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(data);
  return Buffer.concat([int32(type, content.length + 8), content]);
};

/** The header of a drawing of 200 by 100 mm, made for a device with 10 pixels per millimetre. */
const header = (width = 20_000): Buffer =>
  record(
    1,
    int32(0, 0, 2000, 1000, 0, 0, width, 10_000, 0x46_4d_45_20, 0x10000, 0, 0, 0, 0, 0, 0),
    int32(3000, 2000, 300, 200),
  );

/** A text at its place in logical units; each character is `advance` wide. */
function drawn(
  text: string,
  [x, y]: readonly [number, number],
  { advance = 30, options = 0, type = 84 } = {},
): Buffer {
  const characters = Buffer.from(text, type === 84 ? "utf16le" : "latin1");
  const padded = Buffer.concat([characters, Buffer.alloc(-characters.length & 3)]);
  const widths = int32(...Array.from({ length: text.length }, () => advance));
  return record(
    type,
    int32(0, 0, 0, 0, 1, 0, 0, x, y, text.length, 76, options, 0, 0, 0, 0, 76 + padded.length),
    padded,
    widths,
  );
}

const font = (number: number, height: number): Buffer =>
  record(82, int32(number, -height), Buffer.alloc(320));
const select = (number: number): Buffer => record(37, int32(number));

/** A slide with an object of another program, which this picture shows. */
function slideWithObject(picture: Uint8Array): Uint8Array {
  const place = '<a:off x="0" y="0"/><a:ext cx="6350000" cy="3175000"/>';
  const pic = `<p:pic><p:blipFill><a:blip r:embed="i"/></p:blipFill><p:spPr><a:xfrm>${place}</a:xfrm></p:spPr></p:pic>`;
  const frame = `<p:graphicFrame><p:xfrm>${place}</p:xfrm><a:graphic><a:graphicData><p:oleObj>${pic}</p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`;
  return zipOf({
    ...unzipSync(slidesFile([frame + slideShape("below", [0, 400, 300, 40])])),
    "ppt/slides/_rels/slide0.xml.rels":
      '<Relationships><Relationship Id="i" Type="x/image" Target="../media/image1.emf"/></Relationships>',
    "ppt/media/image1.emf": picture,
  });
}

describe("an object that is shown as a metafile", () => {
  test("has its texts at their place, whatever units they are in", async () => {
    const picture = Buffer.concat([
      header(),
      font(1, 60),
      select(1),
      record(22, int32(24)),
      drawn("right", [1500, 200]),
      drawn("left – Größe", [100, 200]),
      record(33),
      // A hundred units are ten pixels, counted from (1000, 1000); then everything is moved down.
      record(17, int32(8)),
      record(10, int32(1000, 1000)),
      record(9, int32(20_000, 10_000)),
      record(11, int32(2000, 1000)),
      font(2, 600),
      select(2),
      drawn("mapped", [2000, 5000], { advance: 300 }),
      record(36, floats(1, 0, 0, 1, 0, 3000), int32(2)),
      drawn("moved", [2000, 5000], { advance: 300 }),
      record(34, int32(-1)),
      record(22, int32(2)),
      drawn("old text", [1900, 560], { type: 83 }),
      record(14, int32(0, 0, 20)),
    ]);
    expect(lines(await textOf(slideWithObject(picture)))).toEqual([
      "left – Größe | right",
      "mapped",
      "old text",
      "moved",
      "below",
    ]);
  });

  test.each([
    [
      "glyph numbers instead of characters",
      Buffer.concat([header(), drawn("abc", [9, 99], { options: 0x10 })]),
    ],
    [
      "texts far outside of it",
      Buffer.concat([header(), drawn("abc", [9, -99_999]), drawn("def", [2 ** 31 - 1, 9])]),
    ],
    ["no area", Buffer.concat([header(0), drawn("abc", [9, 99])])],
    ["a record that is longer than the file", Buffer.concat([header(), int32(84, 4000), Buffer.alloc(40)])],
    ["a record without length", Buffer.concat([header(), int32(84, 0), drawn("abc", [9, 99])])],
    ["its header cut off", header().subarray(0, 60)],
    [
      "numbers that are none",
      Buffer.concat([header(), record(35, floats(NaN, 0, 0, NaN, 0, 0)), drawn("abc", [9, 99])]),
    ],
  ])("is left out if it has %s", async (_, picture) => {
    expect(lines(await textOf(slideWithObject(picture)))).toEqual(["below"]);
  });
});
