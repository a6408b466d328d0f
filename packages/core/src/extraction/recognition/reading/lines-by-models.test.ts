import { expect, test } from "vitest";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { AnalysedImage } from "../../raster/ink/analysed-image.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { TextReader } from "../recognisers/text-reader.ts";
import { LineBudget } from "./line-budget.ts";
import { withLinesReadByModels } from "./lines-by-models.ts";

const LETTER = 10;
const HEIGHT = 12;
const LINE = 40;

/** A word at `x` in a line, counted from 1; each letter is ten pixels wide. */
function word(text: string, confidence: number, line: number, x = 20): RecognisedWord {
  const y0 = LINE * line;
  const box = { x0: x, y0, x1: x + LETTER * text.length, y1: y0 + HEIGHT };
  return { text, confidence, line, box, baseline: { ...box, y0: box.y1 } };
}

const byModel = (given: RecognisedWord): RecognisedWord => ({ ...given, model: "models" });

/** A picture with a black bar for each letter of the words. */
function picture(words: readonly RecognisedWord[]): GreyImage {
  const [width, height] = [600, 400];
  const data = new Uint8Array(width * height).fill(255);
  for (const { box } of words) {
    for (let x = box.x0; x < box.x1; x += LETTER) {
      for (let y = box.y0; y < box.y1; y++) data.fill(0, y * width + x, y * width + x + LETTER - 4);
    }
  }
  return { width, height, data, dpi: 100 };
}

interface Shown {
  readonly words: readonly RecognisedWord[];
  /** Images that the models were given. */
  readonly images: readonly GreyImage[];
}

/** Reads `ink` again, of which the recogniser read `first`, with models that read `found` in the picture. */
async function readAgain(
  ink: readonly RecognisedWord[],
  first: readonly RecognisedWord[],
  found: readonly RecognisedWord[],
): Promise<Shown> {
  const image = picture(ink);
  const images: GreyImage[] = [];
  const reader: TextReader = {
    read(given) {
      images.push(given);
      return { words: found.map(byModel), lines: found.length, isWhole: true };
    },
  };
  const page = { image, bare: new AnalysedImage(image) };
  const budget = new LineBudget();
  const words = await withLinesReadByModels({ page, words: first }, { reader, budget });
  return { words, images };
}

/** Doubtful lines in more than half of the picture, so that the models get it as a whole. */
const DOUBTFUL_PAGE = Array.from({ length: 8 }, (_, index) => word("doubtful", 0.5, index + 1, 300));

const textsOf = ({ words }: Shown): readonly string[] => words.map(({ text }) => text);

test("certain lines are not shown to the models", async () => {
  const words = [word("certain", 0.95, 1), word("lines", 0.95, 2)];
  const { images, words: after } = await readAgain(words, words, []);
  expect(images).toHaveLength(0);
  expect(after).toBe(words);
});

test("only the rows of a doubtful line are shown, without certain words in them", async () => {
  const certain = word("certain", 0.95, 2);
  const doubtful = { ...word("d0ubtfu1", 0.5, 2, 300), line: 3 };
  const { images } = await readAgain([certain, doubtful], [certain, doubtful], []);
  expect(images[0]?.height).toBeLessThan(LINE);
  const row = images[0]?.data.subarray(14 * 600, 15 * 600) ?? [];
  expect([...row].findIndex((shade) => shade === 0)).toBe(300);
});

test("a doubtful word is replaced by a more certain reading, in its line", async () => {
  const first = [word("Saimaker", 0.6, 1), ...DOUBTFUL_PAGE.slice(1)];
  const shown = await readAgain(first, first, [word("Sailmaker", 0.95, 1), ...DOUBTFUL_PAGE.slice(1)]);
  expect(textsOf(shown)).toContain("Sailmaker");
  expect(textsOf(shown)).not.toContain("Saimaker");
  expect(shown.words.find(({ text }) => text === "Sailmaker")?.line).toBe(1);
});

test("a less certain reading changes nothing", async () => {
  const first = [word("Sailmaker", 0.8, 1), ...DOUBTFUL_PAGE.slice(1)];
  const shown = await readAgain(first, first, [word("Saimaker", 0.7, 1), ...DOUBTFUL_PAGE.slice(1)]);
  expect(textsOf(shown)).toContain("Sailmaker");
});

test("a word that the models read in the same way keeps its box and its quotation marks", async () => {
  const quoted = word("“Row”", 0.6, 1);
  const first = [quoted, ...DOUBTFUL_PAGE.slice(1)];
  const same = { ...word('"Row"', 0.9, 1), box: { ...quoted.box, x1: quoted.box.x1 + 5 } };
  const { words } = await readAgain(first, first, [same, ...DOUBTFUL_PAGE.slice(1)]);
  expect(words.find(({ line }) => line === 1)).toEqual({ ...byModel(quoted), confidence: 0.9 });
});

test("a question mark and a quotation mark that the models lose at the end of a word are kept", async () => {
  const first = [word("dah?”", 0.6, 1), ...DOUBTFUL_PAGE.slice(1)];
  const shown = await readAgain(first, first, [word("dah", 0.9, 1), ...DOUBTFUL_PAGE.slice(1)]);
  expect(textsOf(shown)).toContain("dah?”");
});

test("signs that the models do not know are kept", async () => {
  const first = [word("12,50", 0.9, 1), word("€", 0.6, 1, 90), ...DOUBTFUL_PAGE.slice(1)];
  const found = [word("12,50", 0.98, 1), word("E", 0.9, 1, 90), ...DOUBTFUL_PAGE.slice(1)];
  expect(textsOf(await readAgain(first, first, found))).toContain("€");
});

test("a doubtful word where the models find no text is dropped, a likely one is kept", async () => {
  const first = [word("~oo", 0.3, 1), word("likely", 0.8, 1, 120), ...DOUBTFUL_PAGE.slice(1)];
  const shown = await readAgain(first, first, DOUBTFUL_PAGE.slice(1));
  expect(textsOf(shown)).not.toContain("~oo");
  expect(textsOf(shown)).toContain("likely");
});

test("words in unread ink are added if they are certain, in a line of their own", async () => {
  const ink = [word("certain", 0.95, 1), word("missed", 0.98, 4), word("guessed", 0.6, 6)];
  // The models get only the rows of the second and third line.
  const moved = (given: RecognisedWord, y0: number): RecognisedWord => ({
    ...given,
    line: 1,
    box: { ...given.box, y0, y1: y0 + HEIGHT },
    baseline: { ...given.baseline, y0: y0 + HEIGHT, y1: y0 + HEIGHT },
  });
  const [certain, missed, guessed] = ink;
  if (!certain || !missed || !guessed) throw new Error("There are three words.");
  const { words } = await readAgain(ink, [certain], [moved(missed, 12), moved(guessed, 40)]);
  expect(words).toEqual([certain, { ...byModel(missed), line: 2 }]);
});
