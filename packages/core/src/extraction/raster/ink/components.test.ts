import { describe, expect, test } from "vitest";
import { componentsOf } from "./components.ts";
import { inkOf } from "../image/ink-image.ts";
import { Sheet } from "../testing/drawing.ts";

const piecesOf = (sheet: Sheet): readonly string[] => {
  const { count, x0, y0, x1, y1, area } = componentsOf(inkOf(sheet, 128));
  return Array.from({ length: count }, (_, i) => `${x0[i]},${y0[i]}-${x1[i]},${y1[i]}:${area[i]}`).toSorted();
};

describe("connected components", () => {
  test("components have a bounding box and a pixel count", () => {
    const sheet = new Sheet(100, 50)
      .ink({ x0: 2, y0: 3, x1: 12, y1: 5 })
      .frame({ x0: 30, y0: 10, x1: 50, y1: 20 }, 1);
    expect(piecesOf(sheet)).toEqual(["2,3-12,5:20", "30,10-50,20:56"]);
  });

  test("arms that meet only further down are one component", () => {
    const sheet = new Sheet(40, 20)
      .ink({ x0: 2, y0: 2, x1: 4, y1: 12 })
      .ink({ x0: 10, y0: 2, x1: 12, y1: 12 })
      .ink({ x0: 2, y0: 12, x1: 12, y1: 13 });
    expect(piecesOf(sheet)).toEqual(["2,2-12,13:50"]);
  });

  test("pixels that touch diagonally are one component; with a pixel between them they are two", () => {
    const touching = new Sheet(9, 9).ink({ x0: 1, y0: 1, x1: 3, y1: 3 }).ink({ x0: 3, y0: 3, x1: 5, y1: 5 });
    const apart = new Sheet(9, 9).ink({ x0: 1, y0: 1, x1: 3, y1: 3 }).ink({ x0: 4, y0: 3, x1: 6, y1: 5 });
    expect(piecesOf(touching)).toEqual(["1,1-5,5:8"]);
    expect(piecesOf(apart)).toEqual(["1,1-3,3:4", "4,3-6,5:4"]);
  });

  test("the end of a row is not connected to the start of the next", () => {
    const sheet = new Sheet(10, 10).ink({ x0: 8, y0: 4, x1: 10, y1: 5 }).ink({ x0: 0, y0: 5, x1: 2, y1: 6 });
    expect(piecesOf(sheet)).toEqual(["0,5-2,6:2", "8,4-10,5:2"]);
  });

  test("isolated pixels are one component each", () => {
    const sheet = new Sheet(200, 200);
    for (let y = 0; y < 200; y += 2) for (let x = 0; x < 200; x += 2) sheet.data[y * 200 + x] = 0;
    expect(piecesOf(sheet)).toHaveLength(10_000);
  });

  test.each([
    ["white", 255, []],
    ["black", 0, ["0,0-30,20:600"]],
  ])("an all-%s page", (_, paper, pieces) => {
    expect(piecesOf(new Sheet(30, 20, { paper }))).toEqual(pieces);
  });
});
