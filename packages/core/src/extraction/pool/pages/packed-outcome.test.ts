import { expect, test } from "vitest";
import type { PageOutcome } from "../../result/extracted-document.ts";
import { packed, unpacked } from "./packed-outcome.ts";

const READ: PageOutcome = {
  ok: true,
  number: 1,
  engine: "native",
  textSource: "native",
  reason: "",
  garbled: false,
  message: "",
  seconds: 0,
  text: "",
  lines: new Float32Array(5),
  words: new Float64Array(0),
  width: 612,
  height: 792,
  rotation: 0,
  fields: [],
  checkMarks: [],
  rules: [
    { x0: 1, y0: 2.5, x1: 100.1, y1: 2.5, thickness: 0.1 },
    { x0: 7, y0: 8, x1: 7, y1: 90, thickness: 1 },
  ],
  images: [],
};
const FAILED: PageOutcome = { ok: false, number: 2, reason: "damaged", message: "torn", seconds: 1 };

test.each([
  ["read", READ],
  ["failed", FAILED],
])("a page that was %s is the same on the other side", (_, outcome) => {
  expect(unpacked(packed(outcome))).toEqual(outcome);
});
