import { expect, test } from "vitest";
import { sharedCalls } from "./shared-calls.ts";

/** Reads that end when the test says so. */
function controlledReads(): {
  readonly begun: PromiseWithResolvers<number>[];
  readonly read: (key: string) => Promise<number>;
} {
  const begun: PromiseWithResolvers<number>[] = [];
  const read = sharedCalls(() => {
    const reading = Promise.withResolvers<number>();
    begun.push(reading);
    return reading.promise;
  });
  return { begun, read };
}

test("those who call while a read is under way share the next one", async () => {
  const { begun, read } = controlledReads();
  const first = read("key");
  const others = [read("key"), read("key"), read("key")];
  expect(begun).toHaveLength(1);
  begun[0]?.resolve(1);
  expect(await first).toBe(1);
  expect(begun).toHaveLength(2);
  begun[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
});

test("a call never gets the result of a read that began before it", async () => {
  const { begun, read } = controlledReads();
  const calls = [read("key"), read("key")];
  begun[0]?.resolve(1);
  await calls[0];
  const late = read("key");
  begun[1]?.resolve(2);
  expect(await calls[1]).toBe(2);
  begun[2]?.resolve(3);
  expect(await late).toBe(3);
});

test("other keys are read at once, and a later call reads again", async () => {
  const { begun, read } = controlledReads();
  const calls = [read("one"), read("other")];
  expect(begun).toHaveLength(2);
  for (const [index, reading] of begun.entries()) reading.resolve(index);
  expect(await Promise.all(calls)).toEqual([0, 1]);
  void read("one");
  expect(begun).toHaveLength(3);
});

test("if a read fails, those who wait fail with it, and the next call reads again", async () => {
  const { begun, read } = controlledReads();
  const calls = [read("key"), read("key")];
  begun[0]?.reject(new Error("unreachable"));
  for (const call of calls) await expect(call).rejects.toThrow("unreachable");
  const again = read("key");
  begun[1]?.resolve(2);
  expect(await again).toBe(2);
});
