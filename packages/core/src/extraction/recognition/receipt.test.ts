import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import { asPng, ITEMS_OF_RECEIPT, printedReceipt } from "./testing/printed.ts";

test.each([
  ["low_cost", 0],
  ["high_quality", 0],
  ["high_quality", 1],
  ["high_quality", 2],
] as const)("in %s, every amount of a receipt turned by %d quarters is read", async (mode, turns) => {
  const { image } = turned(await printedReceipt(150), turns);
  const { pages } = await extractText(asPng(image), { mode });
  const text = pages.map((page) => page.text).join("\n");
  for (const item of ITEMS_OF_RECEIPT) expect(text.replaceAll(/ +/gu, " ").split(item)).toHaveLength(4);
});
