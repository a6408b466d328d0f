import { expect, test } from "vitest";
import type { PageOutcome } from "../../result/extracted-document.ts";
import { compressedOutcome, plainOutcome } from "../../result/storable-outcome.ts";
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

test.each([
  ["read", { ...READ, lines: new Float32Array([1, 2.5, -3]), words: new Float64Array([0.1, 1e300]) }],
  ["without text", { ...READ, lines: new Float32Array(), words: new Float64Array() }],
  ["failed", FAILED],
])("a page that was %s can be compressed on the way", (_, outcome) => {
  const sent = unpacked(packed(compressedOutcome(outcome)));
  expect(plainOutcome(sent)).toEqual(outcome);
  expect(compressedOutcome(sent)).toEqual(compressedOutcome(outcome));
});
