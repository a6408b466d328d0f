import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseExtractOptions, type ExtractOptionsInput } from "../../options/extract-options.ts";
import { foldersIn } from "../engines/recognition-places.ts";
import { chooseLanguages, type LanguageChoice } from "./languages.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-tessdata-"));
  for (const code of ["eng", "tlh", "osd"]) await writeFile(join(folder, `${code}.traineddata`), "data");
});
afterAll(() => rm(folder, { recursive: true }));

test("English is included in the package", async () => {
  const { languages, missing } = await choice({}, "");
  expect(languages).toMatchObject([{ code: "eng", path: expect.stringContaining("4.0.0_best_int") }]);
  expect(missing).toEqual([]);
});

test("low_cost prefers the folder's data, the other modes the package's", async () => {
  expect((await choice({ mode: "low_cost" })).languages[0]?.path).toBe(join(folder, "eng.traineddata"));
  expect((await choice({ mode: "form" })).languages[0]?.path).toContain("4.0.0_best_int");
});

test("languages keep their order, and duplicates are removed", async () => {
  expect(codes(await choice({ lang: "tlh+eng+tlh" }))).toEqual(["tlh", "eng"]);
});

test("auto uses the installed languages, English first, without the script detection data", async () => {
  const installed = codes(await choice({ lang: "auto" }));
  expect(installed[0]).toBe("eng");
  expect(installed).toContain("tlh");
  expect(installed).not.toContain("osd");
});

test("a missing language is rejected by name or, with skip, ignored", async () => {
  await expect(choice({ lang: "eng+qqq" })).rejects.toThrow("@tesseract.js-data/qqq");
  const skipped = await choice({ lang: "tlh+qqq", missingLanguages: "skip" });
  expect([codes(skipped), skipped.missing]).toEqual([["tlh"], ["qqq"]]);
  expect(codes(await choice({ lang: "qqq", missingLanguages: "skip" }))).toEqual(["eng"]);
});

test.each(["../eng", "/etc/passwd", "english", "e", "1234"])("%s is not a language name", async (lang) => {
  await expect(choice({ lang })).rejects.toThrow(/is no name of a language/);
});

function choice(options: ExtractOptionsInput, tessdata = folder): Promise<LanguageChoice> {
  return chooseLanguages(parseExtractOptions(options), { tessdata: foldersIn(tessdata) });
}

function codes({ languages }: LanguageChoice): readonly string[] {
  return languages.map(({ code }) => code);
}
