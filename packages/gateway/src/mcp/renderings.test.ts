import { expect, test } from "vitest";
import { createRenderings } from "./renderings.ts";

test("a rendering is kept for two minutes after its last part", () => {
  let now = 0;
  const renderings = createRenderings(() => now);
  renderings.keep("a", "text of a");
  now = 100_000;
  expect(renderings.find("a")).toBe("text of a");
  renderings.keep("a", "text of a");
  now = 200_000;
  expect(renderings.find("a")).toBe("text of a");
  now = 300_000;
  expect(renderings.find("a")).toBeUndefined();
});

test("the oldest renderings make room for new ones, and one that is too large is not kept", () => {
  const renderings = createRenderings(() => 0);
  const half = "x".repeat(9_000_000);
  renderings.keep("a", half);
  renderings.keep("b", half);
  renderings.keep("c", half);
  expect(renderings.find("a")).toBeUndefined();
  expect(renderings.find("b")).toBe(half);
  expect(renderings.find("c")).toBe(half);
  renderings.keep("d", "x".repeat(21_000_000));
  expect(["b", "c", "d"].map((key) => renderings.find(key))).toEqual([undefined, undefined, undefined]);
});
