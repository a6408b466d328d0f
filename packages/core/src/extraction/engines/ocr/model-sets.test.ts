import { cpSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { modelFolderOf, modelSetFor, modelSetToAdd, refuseDamagedModels } from "./model-sets.ts";

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), "galley-models-"));
});
afterEach(() => rmSync(scratch, { recursive: true }));

test.each([
  ["eng", "en_PP-OCRv4"],
  ["chi_sim", "ch_PP-OCRv4"],
  ["eng+chi_sim", "ch_PP-OCRv4"],
  ["deu", undefined],
  ["jpn", undefined],
  ["chi_sim+deu", undefined],
  ["chi_sim_vert", undefined],
])("%s is read by %s", (lang, name) => {
  expect(modelSetFor(lang)?.name).toBe(name);
});

test("English, which comes with @galley/ocr, needs no other models", () => {
  expect(modelSetToAdd("eng")).toBeUndefined();
  expect(modelSetToAdd("chi_sim")?.package).toBe("@galley/ocr-chinese");
});

const ABSENT = { name: "ch_PP-OCRv4", package: "@galley/absent", path: "dist/ch_PP-OCRv4" } as const;
const CHINESE = fileURLToPath(new URL("../../../../../ocr-chinese/dist/ch_PP-OCRv4", import.meta.url));

test("models are found in their package, or else beside language data", () => {
  const english = modelSetFor("eng");
  expect(english && modelFolderOf(english, [])).toMatch(/ocr.dist.models.en_PP-OCRv4$/);
  expect(modelFolderOf(ABSENT, [scratch])).toBeUndefined();

  cpSync(CHINESE, join(scratch, "ch_PP-OCRv4"), { recursive: true });
  expect(modelFolderOf(ABSENT, [join(scratch, "other"), scratch])).toBe(join(scratch, "ch_PP-OCRv4"));
});

test("whole models are accepted; a cut, changed or missing file is named", async () => {
  cpSync(CHINESE, scratch, { recursive: true });
  await refuseDamagedModels(scratch);

  truncateSync(join(scratch, "rec.onnx"), 1000);
  await expect(refuseDamagedModels(scratch)).rejects.toThrow(
    `${join(scratch, "rec.onnx")} is damaged or of another version`,
  );
  rmSync(join(scratch, "rec.onnx"));
  await expect(refuseDamagedModels(scratch)).rejects.toThrow(`${join(scratch, "rec.onnx")} is missing.`);
  writeFileSync(join(scratch, "SHA256SUMS"), "");
  await expect(refuseDamagedModels(scratch)).rejects.toThrow(`${scratch} has no SHA256SUMS.`);
});
