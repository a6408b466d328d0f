import { randomBytes } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
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

test("a compressor that is used again makes frames that depend on nothing before them", () => {
  const noise = (count: number): Float64Array =>
    new Float64Array(randomBytes(8 * count).buffer.slice(0, 8 * count));
  const alike = Float64Array.from({ length: 3000 }, (_, index) => index % 7);
  const first = compressedNumbers(alike);
  for (const numbers of [noise(1000), noise(100_000), alike, noise(20_000)]) {
    expect(new Float64Array(decompressedNumbers(compressedNumbers(numbers)))).toEqual(numbers);
  }
  expect(compressedNumbers(alike)).toEqual(first);
  expect(first.byteLength).toBeLessThan(zstdCompressSync(Buffer.from(alike.buffer)).byteLength * 1.1);
});
