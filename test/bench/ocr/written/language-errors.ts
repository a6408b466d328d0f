import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createExtractor, createOnnxEngine, type ExtractOptionsInput } from "@galley/core";
import { cpuMsSoFar } from "../readers.ts";
import { editDistance, normalized, sharedCount } from "../score.ts";
import { drawn, type PageLook, type PageSet, type WrittenPage } from "./written-pages.ts";

const run = promisify(execFile);

/** A program that reads the text of a page image. */
interface TextOfPicture extends AsyncDisposable {
  readonly name: string;
  read(path: string, lang: string): Promise<string>;
}

export interface LanguageErrors {
  readonly languages: readonly string[];
  readonly looks: readonly PageLook[];
  readonly pagesIn: (lang: string, set: PageSet) => readonly WrittenPage[];
  readonly set: PageSet;
  readonly mode: ExtractOptionsInput["mode"];
  /** Folder with language data, for all readers. */
  readonly tessdata: string;
  /** Folder of models that read everything, for comparison; none by default. */
  readonly models?: string | undefined;
  /** Folder for page images. */
  readonly scratch: string;
}

const OF_READER = ["edits", "signs lost", "words", "blanks", "CPU s"];

/**
 * Table rows: for each language and look of its pages the characters and, for each reader, edits per 100 characters
 * (without blanks), the share of signs besides ASCII that is lost, the share of words found, blanks between ideographs
 * per 100 characters, and CPU time of a page.
 */
export async function* languageErrorRows(
  asked: LanguageErrors,
): AsyncGenerator<readonly string[], void, undefined> {
  await using stack = new AsyncDisposableStack();
  const readers = (await readersFor(asked)).map((reader) => stack.use(reader));
  yield ["", "characters", ...readers.flatMap(({ name }) => OF_READER.map((what) => `${name}: ${what}`))];
  for (const lang of asked.languages) {
    for (const look of asked.looks)
      yield [`${lang}, ${look}`, ...(await cellsOf(readers, { ...asked, lang, look }))];
  }
}

async function readersFor({ tessdata, mode, models }: LanguageErrors): Promise<readonly TextOfPicture[]> {
  const galley = createExtractor({ threads: 1, tessdata });
  const own: TextOfPicture = {
    name: "Galley",
    read: async (path, lang) => textOf(await galley.extract(path, { mode, lang })),
    [Symbol.asyncDispose]: () => galley[Symbol.asyncDispose](),
  };
  return [
    own,
    nativeTesseract(tessdata),
    ...(models === undefined ? [] : [await modelsOnly(models, tessdata)]),
  ];
}

function nativeTesseract(tessdata: string): TextOfPicture {
  return {
    name: "tesseract",
    async read(path, lang) {
      const env = { ...process.env, OMP_THREAD_LIMIT: "1" };
      const options = ["--tessdata-dir", tessdata, "-l", lang];
      return (await run("tesseract", [path, "-", ...options], { env, maxBuffer: 2 ** 26 })).stdout;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

async function modelsOnly(folder: string, tessdata: string): Promise<TextOfPicture> {
  const onnx = await createOnnxEngine({ models: folder });
  const extractor = createExtractor({ threads: 1, tessdata, engines: { onnx }, ocrEngine: "onnx" });
  return {
    name: "models",
    read: async (path, lang) => textOf(await extractor.extract(path, { mode: "low_cost", lang })),
    async [Symbol.asyncDispose]() {
      await extractor[Symbol.asyncDispose]();
      await onnx[Symbol.asyncDispose]();
    },
  };
}

function textOf({ pages }: { readonly pages: readonly { readonly text: string }[] }): string {
  return pages.map(({ text }) => text).join("\n");
}

async function cellsOf(
  readers: readonly TextOfPicture[],
  { lang, look, set, scratch, pagesIn }: LanguageErrors & { readonly lang: string; readonly look: PageLook },
): Promise<readonly string[]> {
  const pages = await Promise.all(
    pagesIn(lang, set).map(async (page, index) => {
      const path = join(
        scratch,
        `${lang}-${look.replace(" ", "-")}-${index}.${look === "clean" ? "png" : "jpg"}`,
      );
      await writeFile(path, await drawn(page, look));
      return { ...page, path };
    }),
  );
  const cells: string[] = [];
  for (const reader of readers) cells.push(...(await figuresOf(reader, pages)));
  return [String(sumOf(pages.map(({ text }) => withoutBlanks(text).length))), ...cells];
}

async function figuresOf(
  reader: TextOfPicture,
  pages: readonly (WrittenPage & { readonly path: string })[],
): Promise<readonly string[]> {
  const before = cpuMsSoFar();
  const texts: string[] = [];
  for (const { path, lang } of pages) texts.push(await reader.read(path, lang));
  const seconds = (cpuMsSoFar() - before) / 1000 / pages.length;
  const pairs = pages.map(({ text }, index) => [text, texts[index] ?? ""] as const);
  const characters = sumOf(pairs.map(([text]) => withoutBlanks(text).length));
  const edits = sumOf(pairs.map(([text, found]) => editDistance(withoutBlanks(text), withoutBlanks(found))));
  const blanks = sumOf(pairs.map(([, found]) => found.match(BETWEEN_IDEOGRAPHS)?.length ?? 0));
  return [
    ((100 * edits) / characters).toFixed(2),
    (1 - shareFound(pairs, signsIn)).toFixed(3),
    shareFound(pairs, wordsIn).toFixed(3),
    ((100 * blanks) / characters).toFixed(2),
    seconds.toFixed(2),
  ];
}

const BETWEEN_IDEOGRAPHS =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) +(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

function withoutBlanks(text: string): string {
  return normalized(text.replaceAll(/\s+/gu, ""));
}

function signsIn(text: string): readonly string[] {
  return text.normalize("NFC").match(/[^\p{ASCII}\s]/gu) ?? [];
}

function wordsIn(text: string): readonly string[] {
  return text
    .normalize("NFC")
    .split(/\s+/u)
    .filter((word) => word !== "");
}

/** The share of the parts of a text that are found, each as often as it is there. */
function shareFound(
  pairs: readonly (readonly [text: string, found: string])[],
  partsOf: (text: string) => readonly string[],
): number {
  const common = sumOf(pairs.map(([text, found]) => sharedCount(partsOf(text), partsOf(found))));
  return common / Math.max(1, sumOf(pairs.map(([text]) => partsOf(text).length)));
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
