import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createExtractor, languageDataIn, readLanguageData, toMarkdown } from "@galley/core";
import { afterAll, beforeAll, expect, test } from "vitest";

const SCAN = new URL("../fixtures/documents/chinese-scan.png", import.meta.url);
const MODELS = new URL("../../packages/ocr-chinese/dist/ch_PP-OCRv4", import.meta.url);
const LANGUAGE = "chi_sim";
const HAN = String.raw`\p{Script=Han}`;
const PARTED = new RegExp(`${HAN} {1,2}${HAN}`, "u");

/** Sentences that run over several words of Tesseract. */
const SENTENCES = [
  "城市交通的变迁",
  "二十世纪初，城市的街道上出现了第一批电车。人们站在路旁，看着它们缓缓驶过，心里充满了好奇与不",
  "全市已经有六条线路，每天运送乘客超过十二万人次。",
  "那一年冬天特别寒冷，河水结冰，轮船停运，电车就成了唯一可靠",
];

const tessdata = mkdtempSync(join(tmpdir(), "galley-chinese-"));
beforeAll(async () => {
  const manifest = createRequire(import.meta.url).resolve(`@tesseract.js-data/${LANGUAGE}/package.json`);
  const data = languageDataIn(dirname(manifest), LANGUAGE);
  if (!data) throw new Error("The package has no data.");
  writeFileSync(join(tessdata, `${LANGUAGE}.traineddata`), await readLanguageData(data));
  cpSync(MODELS.pathname, join(tessdata, "ch_PP-OCRv4"), { recursive: true });
});
afterAll(() => rmSync(tessdata, { recursive: true }));

test.each(["low_cost", "high_quality"] as const)("a Chinese scan is read whole in %s", async (mode) => {
  await using extractor = createExtractor({ threads: 1, tessdata });
  const { text, blocks, pages } = await extractor.extract(SCAN.pathname, {
    mode,
    lang: LANGUAGE,
    blocks: true,
  });
  for (const shown of [text, blocks === undefined ? "" : toMarkdown(blocks)]) {
    for (const sentence of SENTENCES) expect(shown).toContain(sentence);
    expect(shown).not.toMatch(PARTED);
  }
  expect(
    pages.map(({ outcome, message }) => [outcome.ok && outcome.recognisers?.[0]?.model, message]),
  ).toEqual([["ch_PP-OCRv4", ""]]);
});
