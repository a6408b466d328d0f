import sharp from "sharp";
import { expect, test } from "vitest";
import { openDrawing } from "./page-drawing.ts";

const RED = { r: 200, g: 30, b: 40 };
const HOW = { dpi: 150, maxPixels: 1_000_000, password: "" };

test("a picture is drawn in its colours, in grey where that is asked for", async () => {
  const file = await sharp({ create: { width: 8, height: 4, channels: 3, background: RED } })
    .png()
    .toBuffer();
  await using drawing = await openDrawing(file, HOW);
  const coloured = await drawing.draw(1, { ...HOW, grey: false });
  expect(coloured).toMatchObject({ width: 8, height: 4, channels: 3 });
  expect([...coloured.pixels.subarray(0, 3)]).toEqual(Object.values(RED));
  expect(await drawing.draw(1, { ...HOW, grey: true })).toMatchObject({ channels: 1, width: 8 });
  await expect(drawing.draw(2, { ...HOW, grey: false })).rejects.toMatchObject({ code: "BAD_OPTION" });
});

test("a grey picture has one channel", async () => {
  const grey = sharp({ create: { width: 8, height: 4, channels: 3, background: "#888" } });
  const file = await grey.toColourspace("b-w").png().toBuffer();
  await using drawing = await openDrawing(file, HOW);
  expect(await drawing.draw(1, { ...HOW, grey: false })).toMatchObject({ channels: 1 });
});
