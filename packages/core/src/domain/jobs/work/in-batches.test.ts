import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBatches, type Batch } from "./in-batches.ts";

const PATIENT = { max: 4, waitMs: 60_000 };

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 1; number <= count; number++) yield number;
}

async function allOf<T>(batches: AsyncIterable<Batch<T>>): Promise<Batch<T>[]> {
  const all: Batch<T>[] = [];
  for await (const batch of batches) {
    all.push(batch);
    await turn();
  }
  return all;
}

test("every item comes once and in order, in batches no larger than the limit", async () => {
  const batches = await allOf(inBatches(numbers(10), PATIENT));
  expect(batches).toEqual([
    { items: [1, 2, 3, 4], isLast: false },
    { items: [5, 6, 7, 8], isLast: false },
    { items: [9, 10], isLast: true },
  ]);
});

test("a source that ends at once is one batch", async () => {
  expect(await allOf(inBatches(numbers(3), PATIENT))).toEqual([{ items: [1, 2, 3], isLast: true }]);
  expect(await allOf(inBatches(numbers(0), PATIENT))).toEqual([{ items: [], isLast: true }]);
});

test("an item does not wait for others for ever", async () => {
  const gate = Promise.withResolvers<void>();
  async function* halting(): AsyncGenerator<number> {
    yield 1;
    await gate.promise;
    yield 2;
  }
  const seen: Batch<number>[] = [];
  for await (const batch of inBatches(halting(), { max: 4, waitMs: 1 })) {
    seen.push(batch);
    gate.resolve();
  }
  expect(seen[0]).toEqual({ items: [1], isLast: false });
  expect(seen.flatMap(({ items }) => items)).toEqual([1, 2]);
});

test("a failure of the source comes after what arrived before it", async () => {
  async function* failing(): AsyncGenerator<number> {
    yield 1;
    throw new Error("broken");
  }
  const seen: Batch<number>[] = [];
  const read = async (): Promise<void> => {
    for await (const batch of inBatches(failing(), PATIENT)) seen.push(batch);
  };
  await expect(read()).rejects.toThrow("broken");
  expect(seen).toEqual([{ items: [1], isLast: false }]);
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
  for await (const _ of inBatches(endless(), PATIENT)) break;
  expect(closed).toBe(true);
});
