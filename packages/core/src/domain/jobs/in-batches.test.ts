import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBatches } from "./in-batches.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number++) yield number;
}

test("every item comes once and in order, in batches no larger than the limit", async () => {
  const batches: number[][] = [];
  for await (const batch of inBatches(numbers(10), 4)) {
    batches.push(batch);
    await turn();
  }
  expect(batches.flat()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(Math.max(...batches.map((batch) => batch.length))).toBeLessThanOrEqual(4);
  expect(batches.length).toBeLessThan(10);
});

test("a failure of the source comes after what arrived before it", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error("broken");
  }
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    for await (const batch of inBatches(failing(), 4)) seen.push(...batch);
  };
  await expect(read()).rejects.toThrow("broken");
  expect(seen).toEqual([1]);
});

test("a reader that stops closes the source", async () => {
  let closed = false;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (let number = 0; ; number++) yield number;
    } finally {
      closed = true;
    }
  }
  for await (const _ of inBatches(endless(), 4)) break;
  expect(closed).toBe(true);
});
