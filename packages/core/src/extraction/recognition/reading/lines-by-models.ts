import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type LinesRead, SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import { type Rect, sharedArea } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import { withoutCovered } from "../native-text/without-covered.ts";
import { rowsOnly } from "../pictures/rows-only.ts";
import { asOfTesseract } from "../words/calibrated-confidence.ts";
import { meanConfidence } from "../words/confidence.ts";
import { isSamePlace, moreCertainWords } from "../words/more-certain-words.ts";
import { boxOfWords, linesOf } from "../words/word-lines.ts";
import { wordHeight } from "../words/word-height.ts";
import type { LookingAgain } from "./line-budget.ts";

/** A line with a lower mean confidence is read by the models, too. */
const DOUBTFUL = 0.9;

/** Limit of lines, the most doubtful first: the densest printed page has 500, and a line takes the models 20 ms. */
const MOST_LINES = 500;

/**
 * Least share of right words among those of the models that are used: where the recogniser read something, and where it
 * read nothing (`docs/evidence/recognition.md`).
 */
const LEAST = asOfTesseract(0.55);
const LEAST_ALONE = asOfTesseract(0.85);

/** If the lines fill a larger share of a picture, it is read as a whole: apart from their neighbours, lines lose a little. */
const NEARLY_ALL = 0.5;

/** Letters and signs that Tesseract reads, but not the models. */
const UNKNOWN = /[^\p{ASCII}\p{P}]/u;

/** Words of doubtful lines with a lower confidence are dropped if the models find no text at their place. */
const UNCONFIRMED = 0.7;

/** Words with such signs and a higher confidence are kept. */
const LIKELY = 0.5;

/** A prepared picture and the words that the recogniser read in it. */
interface PictureRead {
  readonly page: Pick<PreparedPage, "image" | "bare">;
  readonly words: readonly RecognisedWord[];
}

/** Returns the words; where they are doubtful or missing, those of the models if they are more certain. */
export async function withLinesReadByModels(
  { page, words }: PictureRead,
  { reader, budget }: LookingAgain,
): Promise<readonly RecognisedWord[]> {
  const doubtful = doubtfulLines(words);
  const lines = [...doubtful.flatMap((line) => boxOfWords(line) ?? []), ...unreadLines(page, words)].slice(
    0,
    MOST_LINES,
  );
  if (lines.length === 0 || budget.left === 0) return words;
  const doubts = doubtful.flat().filter((word) => !isOnlyOfTesseract(word));
  const isDoubtful = new Set(doubts);
  const certain = words.filter((word) => !isDoubtful.has(word));
  const image = withoutWords(page.image, certain, lines);
  const { words: read, isWhole } = await wordsOfLines(image, lines, { reader, budget });
  const last = words.reduce((most, { line }) => Math.max(most, line), 0);
  const found = read
    .filter((word) => isUsed(word, { doubts, certain }))
    .map((word) => ({ ...word, line: last + word.line }));
  const confirmed = doubts.filter((word) => !isWhole || isConfirmed(word, read));
  return [...certain, ...moreCertainWords(confirmed, found).map((word) => asRead(word, doubts))];
}

/** The most doubtful lines first. */
function doubtfulLines(words: readonly RecognisedWord[]): readonly (readonly RecognisedWord[])[] {
  return [...linesOf(words).values()]
    .map((line) => ({ line, confidence: meanConfidence(line) }))
    .filter(({ confidence }) => confidence < DOUBTFUL)
    .toSorted((one, other) => one.confidence - other.confidence)
    .slice(0, MOST_LINES)
    .map(({ line }) => line);
}

function unreadLines(
  { bare, image }: PictureRead["page"],
  words: readonly RecognisedWord[],
): readonly Rect[] {
  const boxes = words.map(({ box }) => box);
  return unreadInk(bare.components, boxes, wordHeight(words, image.dpi)).lines;
}

/** Erases words that are not in `lines`, so that they are not read again. */
function withoutWords(image: GreyImage, words: readonly RecognisedWord[], lines: readonly Rect[]): GreyImage {
  const boxes = words.map(({ box }) => box);
  return withoutCovered(
    image,
    boxes.filter((box) => !lines.some((line) => sharedArea(line, box) > 0)),
  );
}

async function wordsOfLines(
  image: GreyImage,
  lines: readonly Rect[],
  { reader, budget }: LookingAgain,
): Promise<LinesRead> {
  const rows = rowsOnly(image, lines);
  const isAll = rows.image.height > NEARLY_ALL * image.height;
  const read = await reader.read(isAll ? image : rows.image, SEGMENTATION.PAGE, budget.left);
  budget.spend(read.lines);
  return isAll ? read : { ...read, words: read.words.map(rows.toPicture) };
}

function isOnlyOfTesseract({ text, confidence }: RecognisedWord): boolean {
  return confidence >= LIKELY && UNKNOWN.test(text);
}

function isUsed(word: RecognisedWord, { doubts, certain }: Compared): boolean {
  if (word.confidence < LEAST || isUponOne(word, certain)) return false;
  return word.confidence >= LEAST_ALONE || isUponOne(word, doubts);
}

interface Compared {
  readonly doubts: readonly RecognisedWord[];
  readonly certain: readonly RecognisedWord[];
}

function isConfirmed(word: RecognisedWord, read: readonly RecognisedWord[]): boolean {
  return word.confidence >= UNCONFIRMED || isUponOne(word, read);
}

function isUponOne({ box }: RecognisedWord, words: readonly RecognisedWord[]): boolean {
  return words.some((other) => isSamePlace(other.box, box));
}

/** If the models read the same word, its box and signs stay: those are exact, and the models know only ASCII. */
function asRead(word: RecognisedWord, before: readonly RecognisedWord[]): RecognisedWord {
  if (word.model === undefined) return word;
  const same = before.find((other) => isSamePlace(other.box, word.box) && isSameText(word.text, other.text));
  const confidence = Math.max(same?.confidence ?? 0, word.confidence);
  return same ? { ...same, confidence, model: word.model } : word;
}

/** Signs at the end of a word that models lose and Tesseract rarely invents. */
const LOST_AT_END = /[?!"']+$/u;

function isSameText(ofModels: string, ofTesseract: string): boolean {
  const [read, before] = [inAscii(ofModels), inAscii(ofTesseract)];
  return read === before || read === before.replace(LOST_AT_END, "");
}

function inAscii(text: string): string {
  return text
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/[“”]/gu, '"')
    .replaceAll(/\p{Pd}/gu, "-");
}
