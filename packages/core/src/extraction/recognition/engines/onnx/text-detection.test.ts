import { expect, test } from "vitest";
import { boxesIn, detectionInput, detectionSize } from "./text-detection.ts";
import { cornersOf } from "./quad.ts";

test.each([
  [
    { width: 640, height: 480 },
    { width: 640, height: 480 },
  ],
  [
    { width: 2480, height: 3508 },
    { width: 1344, height: 1920 },
  ],
  [
    { width: 100, height: 10 },
    { width: 96, height: 32 },
  ],
])("an image of %j is searched at %j", (image, size) => {
  expect(detectionSize(image, 1920)).toEqual(size);
});

test("the input is normalised by the published means and deviations, channels first", () => {
  const image = { width: 32, height: 32, dpi: 300, data: new Uint8Array(32 * 32).fill(255) };
  image.data[0] = 0;
  const { data, shape } = detectionInput(image, { width: 32, height: 32 });
  expect(shape).toEqual([1, 3, 32, 32]);
  // (0 - 0.485) / 0.229 and (1 - 0.485) / 0.229 for red, 0.456 and 0.224 for green, 0.406 and 0.225 for blue.
  const expected = [-2.1179, 2.2489, -2.0357, 2.4286, -1.8044, 2.64];
  const found = [0, 1, 1024, 1025, 2048, 2049].map((at) => data[at]);
  for (const [index, value] of found.entries()) expect(value).toBeCloseTo(expected[index] ?? 0, 4);
});

test("a level area becomes a box grown by area × 1.5 ÷ perimeter", () => {
  const map = mapOf(200, 100, (x, y) => (x >= 50 && x < 150 && y >= 40 && y < 60 ? 0.9 : 0));
  const [box] = boxesIn(map);
  // 100 by 20: 2000 × 1.5 ÷ 240 = 12.5 on each side.
  expect(box).toMatchObject({ middle: { x: 100, y: 50 } });
  const [upperLeft, , lowerRight] = box ? cornersOf(box) : [];
  expect(upperLeft).toMatchObject({ x: expect.closeTo(37.5, 3), y: expect.closeTo(27.5, 3) });
  expect(lowerRight).toMatchObject({ x: expect.closeTo(162.5, 3), y: expect.closeTo(72.5, 3) });
});

test("a tilted area becomes a tilted box", () => {
  const [cos, sin] = [Math.cos(0.2), Math.sin(0.2)];
  const map = mapOf(300, 300, (x, y) => {
    const [u, v] = [(x - 150) * cos + (y - 150) * sin, (y - 150) * cos - (x - 150) * sin];
    return Math.abs(u) < 100 && Math.abs(v) < 10 ? 0.9 : 0;
  });
  const [box] = boxesIn(map);
  const [a, b] = box ? cornersOf(box) : [];
  expect(Math.atan2((b?.y ?? 0) - (a?.y ?? 0), (b?.x ?? 0) - (a?.x ?? 0))).toBeCloseTo(0.2, 1);
});

test.each([
  ["faint", () => 0.5],
  ["tiny", (x: number, y: number) => (x < 2 && y < 2 ? 0.9 : 0)],
  ["empty", () => 0],
])("a %s area is no box", (_, probability) => {
  expect(boxesIn(mapOf(40, 40, probability))).toEqual([]);
});

test("areas that touch at a corner are one", () => {
  const map = mapOf(64, 64, (x, y) =>
    (x < 30 && y < 30) || (x >= 30 && y >= 30 && x < 60 && y < 60) ? 0.9 : 0,
  );
  expect(boxesIn(map)).toHaveLength(1);
});

function mapOf(width: number, height: number, probability: (x: number, y: number) => number) {
  const data = Float32Array.from({ length: width * height }, (_, at) =>
    probability(at % width, Math.floor(at / width)),
  );
  return { width, height, data };
}
