import { readdir, readFile } from "node:fs/promises";
import { type PageCase, readCase } from "@galley/core";
import { expect, test } from "vitest";

/** Pages that `galley explain --save-case` has written, each with the structure that it should have. */
const CASES = new URL("cases/", import.meta.url);

test.each(await readdir(CASES))("the page of the case %s is read as expected", async (name) => {
  const read = async <Content>(file: string): Promise<Content> =>
    JSON.parse(await readFile(new URL(`${name}/${file}`, CASES), "utf8"));
  const facts = await read<Omit<PageCase, "contents">>("case.json");
  const { tree } = readCase({ ...facts, contents: await read("content.json") });
  expect(tree).toEqual(await read("expected.json"));
});
