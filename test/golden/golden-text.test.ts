import { readFile, readdir, writeFile } from "node:fs/promises";
import { createExtractor, type Extractor } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIXTURES } from "../fixtures/fixtures.ts";

/**
 * If set to 1, the golden texts are overwritten with the current output; review each change beside the page.
 */
const UPDATE = process.env["GALLEY_UPDATE_GOLDEN"] === "1";

const DOCUMENTS = new URL("../fixtures/documents/", import.meta.url);

let extractor: Extractor;

beforeAll(() => {
  extractor = createExtractor({ threads: 2 });
});
afterAll(() => extractor[Symbol.asyncDispose]());

test.each(Object.entries(FIXTURES))("the layout text of the fixture %s", async (name, make) => {
  const text = await textOf(make().bytes);
  expect(text).toBe(await goldenText(name, text));
});

const files = (await readdir(DOCUMENTS)).filter((name) => name.endsWith(".pdf"));
test.each(files)("the layout text of %s", async (file) => {
  const text = await textOf(await readFile(new URL(file, DOCUMENTS)));
  expect(text).toBe(await goldenText(file.replace(/\.pdf$/, ""), text));
});

async function textOf(document: Uint8Array): Promise<string> {
  const { text } = await extractor.extract(document, { mode: "form" });
  return text;
}

async function goldenText(name: string, present: string): Promise<string> {
  const golden = new URL(`${name}.txt`, import.meta.url);
  if (UPDATE) await writeFile(golden, present);
  return readFile(golden, "utf8");
}
