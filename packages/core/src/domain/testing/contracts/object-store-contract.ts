import { randomUUID } from "node:crypto";
import { access, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ObjectStore } from "../../ports.ts";

/** An object store that belongs to the suite. */
export interface ObjectStoreUnderTest extends AsyncDisposable {
  readonly objects: ObjectStore;
}

/** What every `ObjectStore` promises. */
export function objectStoreContract(name: string, open: () => Promise<ObjectStoreUnderTest>): void {
  describe(`an object store ${name}`, () => {
    let underTest: ObjectStoreUnderTest;
    beforeAll(async () => {
      underTest = await open();
    });
    afterAll(() => underTest[Symbol.asyncDispose]());

    test("an object is read as it was written", async () => {
      const { objects } = underTest;
      const key = someKey();
      await objects.write(key, chunks("one ", "two ", "three"));
      await using file = await objects.openFile(key);
      expect(await readFile(file.path, "utf8")).toBe("one two three");
    });

    test("an object is announced once, when it can be read", async () => {
      const { objects } = underTest;
      const key = someKey();
      const announced: Promise<string>[] = [];
      const read = async (): Promise<string> => {
        await using file = await objects.openFile(key);
        return await readFile(file.path, "utf8");
      };
      await objects.write(key, chunks("one ", "two"), () => void announced.push(read()));
      expect(await Promise.all(announced)).toEqual(["one two"]);
    });

    test("a write that breaks off leaves no object", async () => {
      const { objects } = underTest;
      const key = someKey();
      await expect(objects.write(key, brokenOff())).rejects.toThrow("broken off");
      await expect(objects.openFile(key)).rejects.toBeInstanceOf(Error);
    });

    test("an object that was removed is gone; removing it again is no error", async () => {
      const { objects } = underTest;
      const key = someKey();
      await objects.write(key, chunks("short-lived"));
      await objects.remove(key);
      await objects.remove(key);
      await expect(objects.openFile(key)).rejects.toBeInstanceOf(Error);
    });

    test("opened files of one object do not take each other away", async () => {
      const { objects } = underTest;
      const key = someKey();
      await objects.write(key, chunks("shared"));
      await using first = await objects.openFile(key);
      await (await objects.openFile(key))[Symbol.asyncDispose]();
      await access(first.path);
      expect(await readFile(first.path, "utf8")).toBe("shared");
    });
  });
}

function someKey(): string {
  return `documents/${randomUUID()}`;
}

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* brokenOff(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("half of ");
  throw new Error("broken off");
}
