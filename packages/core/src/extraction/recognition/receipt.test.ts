import { expect, test } from "vitest";
import { extractText } from "../extract-text.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { turned } from "../raster/geometry/quarter-turn.ts";
import { asPng, linesOfType, scanned } from "./testing/printed.ts";

const ITEMS = ["Bread 4.20", "Milk 1.15", "Coffee 12.90", "Apples 3.75", "Rice 6.05", "Tea 2.95"];

/** A receipt of narrow lines, several pages of them one below another. */
async function receipt(dpi: number): Promise<GreyImage> {
  const part = await scanned(linesOfType(ITEMS), dpi);
  const parts = Array.from({ length: 3 }, () => part.data);
  const data = new Uint8Array(parts.length * part.data.length);
  for (const [index, pixels] of parts.entries()) data.set(pixels, index * part.data.length);
  return { ...part, height: parts.length * part.height, data };
}

test.each([
  ["low_cost", 0],
  ["high_quality", 0],
  ["high_quality", 1],
  ["high_quality", 2],
] as const)("in %s, every amount of a receipt turned by %d quarters is read", async (mode, turns) => {
  const { image } = turned(await receipt(150), turns);
  const { pages } = await extractText(asPng(image), { mode });
  const text = pages.map((page) => page.text).join("\n");
  for (const item of ITEMS) expect(text.replaceAll(/ +/gu, " ").split(item)).toHaveLength(4);
});
