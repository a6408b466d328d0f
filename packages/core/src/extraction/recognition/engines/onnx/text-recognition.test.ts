import { expect, test } from "vitest";
import { lineImage, linesInput, upsideDown } from "./line-image.ts";
import { projected, projectionOnto } from "./perspective.ts";
import { CtcDecoder } from "./ctc-decoder.ts";

test("greedy CTC decoding drops repetitions, blanks and spaces and keeps confidences and places", () => {
  // blank, a, a, blank, a, space, b
  const steps = [0, 1, 1, 0, 1, 3, 2];
  const data = Float32Array.from(
    steps.flatMap((best, step) => [0, 1, 2, 3].map((i) => (i === best ? 0.9 - step / 100 : 0.01))),
  );
  const read = new CtcDecoder(["a", "b"]).decode({ data, shape: [1, 7, 4] }, { width: 56, lineWidth: 56 });
  expect(read.map(({ text }) => text).join("")).toBe("aab");
  expect(read[0]).toMatchObject({ x0: 8, x1: 24, confidence: expect.closeTo(0.89, 5) });
  expect(read[1]).toMatchObject({ x0: 32, x1: 40, blank: expect.closeTo(0.01, 5) });
  expect(read[2]).toMatchObject({ x0: 48, x1: 56, blank: expect.closeTo(0.85, 5) });
});

test.each([
  ["a mark in place of nothing", [0.6, 0.1, 0.2, 0.1], "a.a"],
  ["a very faint mark", [0.9, 0.02, 0.05, 0.03], "aa"],
  ["a letter in place of nothing", [0.6, 0.3, 0.05, 0.05], "aaa"],
  ["a letter as faint as a mark", [0.8, 0.1, 0.05, 0.05], "aa"],
  ["a mark that is less probable than a space", [0.2, 0.1, 0.3, 0.4], "aa"],
])("faint characters are kept: %s", (_, scores, text) => {
  // a, nothing, the step of the test, nothing, a
  const [letter, nothing] = [
    [0.02, 0.94, 0.02, 0.02],
    [0.97, 0.01, 0.01, 0.01],
  ];
  const data = Float32Array.from([letter, nothing, scores, nothing, letter].flat());
  const read = new CtcDecoder(["a", "."]).decode({ data, shape: [1, 5, 4] }, { width: 40, lineWidth: 40 });
  expect(read.map((character) => character.text).join("")).toBe(text);
});

test.each([
  ["a faint one is left out", 0.3, "aa"],
  ["a clear one is kept", 0.6, "aa."],
])("a point that ends a line: %s", (_, point, text) => {
  const nothing = [0.96, 0.02, 0.01, 0.01];
  const letter = [0.02, 0.94, 0.02, 0.02];
  const data = Float32Array.from(
    [letter, nothing, letter, nothing, [0.95 - point, 0.01, point, 0.04]].flat(),
  );
  const read = new CtcDecoder(["a", "."]).decode({ data, shape: [1, 5, 4] }, { width: 40, lineWidth: 40 });
  expect(read.map((character) => character.text).join("")).toBe(text);
});

test("a model that does not fit its dictionary is an error with both numbers", () => {
  const output = { data: new Float32Array(97), shape: [1, 1, 97] };
  expect(() => new CtcDecoder(["a", "b"]).decode(output, { width: 8, lineWidth: 8 })).toThrow(
    "The recognition model has 97 classes, which do not fit a dictionary of 2 characters.",
  );
});

test("a projection takes the corners of a rectangle to those of a quadrilateral", () => {
  const quad = [
    { x: 10, y: 20 },
    { x: 110, y: 10 },
    { x: 120, y: 70 },
    { x: 5, y: 60 },
  ] as const;
  const projection = projectionOnto(quad, { width: 200, height: 48 });
  const corners = [
    { x: 0, y: 0 },
    { x: 200, y: 0 },
    { x: 200, y: 48 },
    { x: 0, y: 48 },
  ];
  for (const [index, corner] of corners.entries()) {
    const at = projected(projection, corner);
    expect(at.x).toBeCloseTo(quad[index]?.x ?? 0, 6);
    expect(at.y).toBeCloseTo(quad[index]?.y ?? 0, 6);
  }
});

test("a line in perspective is cut out straight, 48 pixels high", () => {
  // Black above the diagonal from (0, 40) to (200, 60), white below: the diagonal is the middle of the line.
  const data = Uint8Array.from({ length: 200 * 100 }, (_, at) =>
    Math.floor(at / 200) < 40 + (at % 200) / 10 ? 0 : 255,
  );
  const line = lineImage({ width: 200, height: 100, data, dpi: 300 }, [
    { x: 0, y: 20 },
    { x: 200, y: 40 },
    { x: 200, y: 80 },
    { x: 0, y: 60 },
  ]);
  expect(line.height).toBe(48);
  expect(line.width).toBeCloseTo(241, 0);
  for (const x of [2, 120, 238]) {
    expect(line.shades[20 * line.width + x]).toBeLessThan(30);
    expect(line.shades[28 * line.width + x]).toBeGreaterThan(225);
  }
});

test("lines are normalised to -1 to 1 in three channels, and padded with 0", () => {
  const shades = new Float32Array(48 * 2).fill(255);
  shades[0] = 0;
  const toImage = [1, 0, 0, 0, 1, 0, 0, 0] as const;
  const { data, shape } = linesInput([{ width: 2, height: 48, shades, toImage }], 4);
  expect(shape).toEqual([1, 3, 48, 4]);
  expect([...data.subarray(0, 4)]).toEqual([-1, 1, 0, 0]);
  expect([...data.subarray(2 * 48 * 4, 2 * 48 * 4 + 4)]).toEqual([-1, 1, 0, 0]);
});

test("a line upside down keeps its places", () => {
  const shades = Float32Array.from({ length: 48 * 100 }, (_, at) => at);
  const line = { width: 100, height: 48, shades, toImage: [1, 0, 7, 0, 1, 9, 0.001, 0] as const };
  const turned = upsideDown(line);
  expect(turned.shades[0]).toBe(48 * 100 - 1);
  const [here, there] = [
    projected(line.toImage, { x: 30, y: 8 }),
    projected(turned.toImage, { x: 70, y: 40 }),
  ];
  expect(there.x).toBeCloseTo(here.x, 6);
  expect(there.y).toBeCloseTo(here.y, 6);
});
