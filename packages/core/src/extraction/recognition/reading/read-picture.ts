import { type Affine, boundsOf, concatenated } from "../../engines/native/graphics/affine.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type LinesRead, type Recogniser, SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import type { ExtractOptions } from "../../options/extract-options.ts";
import type { Outline, Rule } from "../../page/page-content.ts";
import { withoutMisreadBoxes } from "../../raster/check-boxes/check-box-words.ts";
import type { CheckBox } from "../../raster/check-boxes/check-boxes.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { withoutCoarseGrain } from "../../raster/clean-up/non-local-means.ts";
import { type PreparationPlan, type PreparedPage, preparePage } from "../../raster/prepare-page.ts";
import { unreadInk } from "../../raster/ink/unread-ink.ts";
import { type PageAndBoxes, withBoxesTakenOut } from "../pictures/boxes-taken-out.ts";
import { isPoor, letterScore, meanConfidence } from "../words/confidence.ts";
import { withDoubtfulLinesReadAgain } from "./doubtful-lines.ts";
import { placeWords } from "../words/place-words.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { readTogether, type Readers } from "./read-together.ts";
import { rulesOf } from "../pictures/rules-of-picture.ts";
import { secondLook } from "./second-look.ts";
import { LineBudget } from "./line-budget.ts";
import { isTexture } from "../words/texture.ts";
import { withoutBars } from "../native-text/without-bars.ts";
import { wordHeight } from "../words/word-height.ts";
import { withoutWordsOfDrawings } from "../words/words-of-drawings.ts";
import { withoutWordsUponWords } from "../words/words-upon-words.ts";

export interface PictureToRead extends Readers, ShownPage {}

/** A picture of a page or of a part of one. */
export interface ShownPage {
  readonly image: GreyImage;
  /** Takes the picture's pixels to the page's points. */
  readonly toPage: Affine;
  readonly options: ExtractOptions;
  /** How much of the page the picture shows, 0 to 1. */
  readonly share: number;
  /** Whether the page says itself which way up it is; otherwise that is found out. */
  readonly isUpright: boolean;
}

/** What stands in the picture of a page; all lengths are the page's points. */
export interface PictureText {
  readonly words: readonly PlacedWord[];
  /** Check boxes and radio buttons; only where the mode looks for them. */
  readonly outlines: readonly Outline[];
  readonly rules: readonly Rule[];
  /** What was done to the picture before it was read, in words for a person. */
  readonly applied: readonly string[];
  /** Whether it was read to its end; it may have taken too long. */
  readonly isWhole: boolean;
  /** 0 to 1, over all words. */
  readonly confidence: number;
}

/** Reads all that is written in the picture of a page. */
export async function readPicture(picture: PictureToRead): Promise<PictureText> {
  const { options } = picture;
  const budget = new LineBudget(picture.share);
  const look = await bestLook(picture, budget);
  const words = look.isFinal ? look.words : lookedAtAgain(look, picture, budget);
  const text = withoutWordsOfDrawings(withoutWordsUponWords(words), look.page.bare.ink);
  const { boxes, words: legible } = withoutMisreadBoxes(look.boxes, text);
  const toPage = concatenated(look.page.toSource, picture.toPage);
  const placed = placeWords(legible, toPage);
  const rules = rulesOf(look.page.rulings, toPage);
  return {
    words: rules.length > 0 ? withoutBars(placed) : placed,
    rules,
    outlines: boxes.map((box) => outlineOf(box, toPage, options)),
    applied: look.page.applied,
    isWhole: budget.isFirstWhole,
    confidence: meanConfidence(text),
  };
}

/** Line by line: those that were read with doubts, and those that were passed over. */
function lookedAtAgain(
  look: Look,
  { recogniser, options }: PictureToRead,
  budget: LineBudget,
): readonly RecognisedWord[] {
  const again = { recogniser, budget };
  const isCheap = options.mode === "low_cost";
  const words = isCheap ? look.words : withDoubtfulLinesReadAgain(look.page.image, look.words, again);
  return secondLook({ ...look, words }, again);
}

/** A picture as it was prepared, and what was read in it as a page. */
export interface Look extends PageAndBoxes {
  readonly words: readonly RecognisedWord[];
  /** Whether it was read to its end. */
  readonly isWhole: boolean;
  /** How many pieces of ink look like letters. */
  readonly letters: number;
  /** Share of them that is in words. */
  readonly read: number;
  /** To look again would take long: it took too long, or nothing of it is text. */
  readonly isFinal: boolean;
}

/** A smaller share of the letters that was read is worth another way of reading. */
const WELL_READ = 0.8;

/** Of more pieces, looking for text anywhere takes many seconds; the densest page of print has fewer letters. */
const MOST_SPARSE_LETTERS = 12_000;

/** The first look; where it went poorly, other preparations and other ways of finding text, whichever reads best. */
async function bestLook(picture: PictureToRead, budget: LineBudget): Promise<Look> {
  const { recogniser, options } = picture;
  const image = options.mode === "low_cost" ? picture.image : withoutCoarseGrain(picture.image);
  const plan = planFor(recogniser, { ...picture, isCalmed: image !== picture.image });
  const first = await lookAsPage(preparedFor(options, preparePage(image, plan)), { ...picture, budget });
  budget.firstLookIsOver(first);
  if (!budget.isFirstWhole || isTexture(first, plan.readLine)) return { ...first, isFinal: true };
  const looks = [first];
  if (isPoor(first) && !picture.isUpright) {
    const page = preparePage(image, { ...plan, upsideDown: "always" });
    if (page.applied.join() !== first.page.applied.join()) {
      looks.push(await lookAsPage(preparedFor(options, page), { ...picture, budget }));
    }
  }
  const best = bestOf(looks);
  const isEnough = best.read >= WELL_READ || best.letters > MOST_SPARSE_LETTERS;
  if (options.mode === "low_cost" || isEnough) return best;
  const sparse = recogniser.read(best.page.image, SEGMENTATION.SPARSE, budget.left);
  budget.spend(sparse.lines);
  return bestOf([best, lookFor(best, sparse)]);
}

function planFor(
  recogniser: Recogniser,
  { options, isUpright, isCalmed }: Omit<ShownPage, "image"> & { readonly isCalmed: boolean },
): PreparationPlan {
  return {
    medianFilterSize: options.medianFilterSize,
    gaussianBlurRadius: options.gaussianBlurRadius,
    isCalmed,
    upsideDown: isUpright ? "never" : "in-doubt",
    readLine: (line) => letterScore(recogniser.recognise(line, SEGMENTATION.LINE)),
  };
}

function preparedFor(options: ExtractOptions, page: PreparedPage): PageAndBoxes {
  return marksBoxes(options) ? withBoxesTakenOut(page) : { page, boxes: [] };
}

async function lookAsPage(
  prepared: PageAndBoxes,
  { budget, ...readers }: Readers & { readonly budget: LineBudget },
): Promise<Look> {
  const read = await readTogether(prepared.page, readers, budget.left);
  budget.spend(read.lines);
  return lookFor(prepared, read);
}

function lookFor({ page, boxes: checkBoxes }: PageAndBoxes, { words, isWhole }: LinesRead): Look {
  const boxes = words.map(({ box }) => box);
  const { letters, read } = unreadInk(page.bare.components, boxes, wordHeight(words, page.image.dpi));
  return { page, boxes: checkBoxes, words, letters, read, isWhole, isFinal: false };
}

function bestOf(looks: readonly Look[]): Look {
  return looks.reduce((best, look) => (letterScore(look.words) > letterScore(best.words) ? look : best));
}

/** Whether check boxes are looked for in pictures. */
export function marksBoxes({ mode }: ExtractOptions): boolean {
  return mode === "form" || mode === "table";
}

/** A check box where it stands on its page. */
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
