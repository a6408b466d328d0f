import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressedNumbers, decompressedNumbers } from "./compressed-numbers.ts";

test.each([0, 1, 31, 32, 255, 256, 257, 5000])("%d numbers are returned as they were", (count) => {
  const numbers = Float64Array.from({ length: count }, (_, index) => Math.sin(index) * 1000);
  const bytes = compressedNumbers(numbers);
  expect(new Float64Array(decompressedNumbers(bytes))).toEqual(numbers);
});

test("few numbers are a zstd frame as well, so that every version reads them", () => {
  const numbers = Float32Array.of(1.5, -2.25, 3).subarray(1);
  const content = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  expect(zstdDecompressSync(compressedNumbers(numbers))).toEqual(content);
});
