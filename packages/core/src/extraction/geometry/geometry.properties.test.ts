import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  oneof,
  property,
  tuple,
} from "fast-check";
import { expect, test } from "vitest";
import { type Affine, boundsOf, concatenated, inverse } from "./affine.ts";
import { median } from "./median.ts";
import { areaOf, boxAround, type Rect, sharedArea, sharedHeight, sharedWidth, union } from "./rect.ts";

const place = integer({ min: -1000, max: 1000 });
const box: Arbitrary<Rect> = tuple(place, place, nat(500), nat(500)).map(([x0, y0, width, height]) => ({
  x0,
  y0,
  x1: x0 + width,
  y1: y0 + height,
}));

const contains = (outer: Rect, inner: Rect): boolean =>
  outer.x0 <= inner.x0 && outer.y0 <= inner.y0 && outer.x1 >= inner.x1 && outer.y1 >= inner.y1;

test("the box around boxes contains each of them, and each of its sides is a side of one", () => {
  assert(
    property(array(box, { minLength: 1 }), (boxes) => {
      const around = boxAround(boxes);
      if (around === undefined) throw new Error("There is a box around boxes.");
      expect(boxes.every((one) => contains(around, one))).toBe(true);
      for (const side of ["x0", "y0", "x1", "y1"] as const) {
        expect(boxes.map((one) => one[side])).toContain(around[side]);
      }
      expect(around).toEqual(boxes.reduce(union));
    }),
  );
});

test("two boxes share an area only if they overlap in both directions", () => {
  assert(
    property(box, box, (one, other) => {
      const isShared = sharedWidth(one, other) > 0 && sharedHeight(one, other) > 0;
      expect(sharedArea(one, other) > 0).toBe(isShared);
      expect(sharedArea(one, other)).toBe(sharedArea(other, one));
      expect(sharedArea(one, other)).toBeLessThanOrEqual(Math.min(areaOf(one), areaOf(other)));
      expect(sharedArea(one, union(one, other))).toBe(areaOf(one));
    }),
  );
});

test("the median is the value in the middle of the sorted values, of short and of long lists", () => {
  const lists = oneof(array(place, { minLength: 1 }), array(place, { minLength: 4097, maxLength: 4200 }));
  assert(
    property(lists, (values) => {
      expect(median(values)).toBe(values.toSorted((a, b) => a - b)[values.length >> 1]);
    }),
    { numRuns: 50 },
  );
});

test("of nothing there is neither a median nor a box", () => {
  expect(median([])).toBeUndefined();
  expect(boxAround([])).toBeUndefined();
});

test("a transformation followed by its inverse leaves a box where it is", () => {
  const scale = constantFrom(-3, -1, 0.5, 1, 2);
  const matrix = tuple(scale, scale, place, place, boolean()).map(([a, d, e, f, isTurned]): Affine =>
    isTurned ? [0, a, d, 0, e, f] : [a, 0, 0, d, e, f],
  );
  assert(
    property(box, matrix, ({ x0, y0, x1, y1 }, by) => {
      const back = boundsOf(concatenated(by, inverse(by)), [x0, y0, x1, y1]);
      for (const [side, at] of Object.entries({ x0, y0, x1, y1 })) {
        expect(Object.entries(back).find(([name]) => name === side)?.[1]).toBeCloseTo(at, 6);
      }
    }),
  );
});
