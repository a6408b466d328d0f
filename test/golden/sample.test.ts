import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sample } from "../fixtures/sample.ts";

test("examples/sample.pdf is what test/fixtures/write-sample.ts writes", async () => {
  const committed = await readFile(new URL("../../examples/sample.pdf", import.meta.url));
  expect(committed.equals(sample().bytes)).toBe(true);
});
