import { type Affine, boundsOf, concatenated } from "../../geometry/affine.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { Outline, Rule } from "../../page/page-content.ts";
import { withoutMisreadBoxes } from "../../raster/check-boxes/check-box-words.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import type { CheckBox } from "../../raster/check-boxes/check-boxes.ts";
import { withoutBars } from "../native-text/without-bars.ts";
import { rulesOf } from "../pictures/rules-of-picture.ts";
import { meanConfidence } from "../words/confidence.ts";
import { placeWords } from "../words/place-words.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { wordHeight } from "../words/word-height.ts";
import { withColons } from "../words/signs/colons.ts";
import { withDecimalPoints } from "../words/signs/decimal-points.ts";
import { withAmountsWhole } from "../words/signs/whole-amounts.ts";
import { withoutWordsOfDrawings } from "../words/words-of-drawings.ts";
import { withoutWordsUponWords } from "../words/words-upon-words.ts";
import { bestLook } from "./best-look.ts";
import { withDoubtfulLinesReadAgain } from "./doubtful-lines.ts";
import { LineBudget } from "./line-budget.ts";
import { withLinesReadByModels } from "./lines-by-models.ts";
import type { Look } from "./look.ts";
import { secondLook } from "./second-look.ts";
import type { PictureToRead } from "./shown-page.ts";

/** What was recognised in a picture; lengths are in page points. */
export interface PictureText {
  readonly words: readonly PlacedWord[];
  /** Check boxes and radio buttons; empty unless the mode detects them. */
  readonly outlines: readonly Outline[];
  readonly rules: readonly Rule[];
  /** Preparation steps applied to the picture, as text for the user. */
  readonly applied: readonly string[];
  /** False if lines were skipped because the line limit was reached. */
  readonly isWhole: boolean;
  /** Lines of ink that no word covers. */
  readonly unread: readonly Rect[];
  /** Mean over all words, 0 to 1. */
  readonly confidence: number;
}

/** Recognises the text, check boxes and ruling lines in a picture of a page. */
export async function readPicture(picture: PictureToRead): Promise<PictureText> {
  const { options } = picture;
  const budget = new LineBudget(picture.share);
  const look = await bestLook(picture, budget);
  const words = look.isFinal ? look.words : await lookedAtAgain(look, picture, budget);
  const text = withoutWordsOfDrawings(withoutWordsUponWords(words), look.page.bare.ink);
  const { boxes, words: legible } = withoutMisreadBoxes(look.boxes, text);
  const toPage = concatenated(look.page.toSource, picture.toPage);
  const placed = placeWords(look.page.isColumn ? withLostSigns(legible, look.page) : legible, toPage);
  const rules = rulesOf(look.page.rulings, toPage);
  return {
    words: rules.length > 0 ? withoutBars(placed) : placed,
    rules,
    outlines: boxes.map((box) => outlineOf(box, toPage, options)),
    applied: look.page.applied,
    isWhole: budget.isFirstWhole,
    unread: unreadLines(look, text).map(({ x0, y0, x1, y1 }) => boundsOf(toPage, [x0, y0, x1, y1])),
    confidence: meanConfidence(text),
  };
}

/** Restores the points and colons of a column that recognition lost. */
function withLostSigns(words: readonly RecognisedWord[], { bare }: PreparedPage): readonly RecognisedWord[] {
  return withColons(withDecimalPoints(withAmountsWhole(words), bare.ink), bare.components);
}

function unreadLines({ page }: Look, words: readonly RecognisedWord[]): readonly Rect[] {
  const boxes = words.map(({ box }) => box);
  return unreadInk(page.bare.components, boxes, wordHeight(words, page.image.dpi)).lines;
}

/** Reads doubtful and missed lines again: by the models together, then one by one. */
async function lookedAtAgain(
  look: Look,
  picture: PictureToRead,
  budget: LineBudget,
): Promise<readonly RecognisedWord[]> {
  // The models searched the whole picture for lines; what they left is rarely text.
  if (look.words.some(({ model }) => model !== undefined)) return look.words;
  const again = { reader: picture.reader, budget };
  // A doubtful column has been read twice already.
  const isOver = picture.options.mode === "low_cost" || look.page.isColumn;
  if (isOver) return secondLook(look, again);
  const byModels = await lookedAtByModels(look, picture, budget);
  const words = await withDoubtfulLinesReadAgain(look.page.image, byModels, again);
  return secondLook({ ...look, words }, again);
}

/** If the models fail, Tesseract's words stay. */
async function lookedAtByModels(
  look: Look,
  { modelReader }: PictureToRead,
  budget: LineBudget,
): Promise<readonly RecognisedWord[]> {
  const reader = await modelReader?.();
  if (!reader) return look.words;
  try {
    return await withLinesReadByModels(look, { reader, budget });
  } catch {
    return look.words;
  }
}

/** Converts a check box to page coordinates. */
export function outlineOf(
  { kind, box, marked, confidence }: CheckBox,
  toPage: Affine,
  { checkboxConfidenceThreshold }: ExtractOptions,
): Outline {
  return {
    kind,
    box: boundsOf(toPage, [box.x0, box.y0, box.x1, box.y1]),
    filled: marked >= checkboxConfidenceThreshold,
    confidence,
  };
}
