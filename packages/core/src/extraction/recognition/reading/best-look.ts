import { type Affine, concatenated } from "../../geometry/affine.ts";
import { SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import { withoutCoarseGrain } from "../../raster/clean-up/non-local-means.ts";
import { readsBetter } from "../../raster/geometry/orientation.ts";
import { type QuarterTurns, quarterTurns, turned, turnsFrom } from "../../raster/geometry/quarter-turn.ts";
import { writtenPart } from "../../raster/geometry/written-part.ts";
import { type PreparationPlan, preparePage } from "../../raster/prepare-page.ts";
import { type PageAndBoxes, withBoxesTakenOut } from "../pictures/boxes-taken-out.ts";
import { isLegible, isPoor, letterScore, meanConfidence, legibilityOf } from "../words/confidence.ts";
import { isTexture } from "../words/texture.ts";
import { turnOfLyingWords } from "../words/turned-words.ts";
import { isTiny } from "./broken-print.ts";
import { columnLook } from "./column-look.ts";
import type { LineBudget } from "./line-budget.ts";
import { bestOf, type Look, lookFor, withMore } from "./look.ts";
import { readTogether, type Readers } from "./read-together.ts";
import { marksBoxes, type PictureToRead, type ShownPage } from "./shown-page.ts";
import { tellingTurn } from "./telling-turn.ts";

/** If a smaller share of the letters was read, sparse segmentation is tried. */
const WELL_READ = 0.8;

/** With more letters, sparse segmentation takes many seconds; the densest printed page has fewer. */
const MOST_SPARSE_LETTERS = 12_000;

/** A column with a higher mean confidence is not read again. */
const WELL_PRINTED = 0.85;

/** Returns the first pass or, if it is poor, the best of several: legible part only, upside down, sparse text. */
export async function bestLook(picture: PictureToRead, budget: LineBudget): Promise<Look> {
  const { recogniser, isUpright } = picture;
  const plan = planFor(recogniser, picture);
  const whole = await levelLook(picture, plan, budget);
  const first = whole.page.isColumn ? await columnAgain(whole, picture, plan, budget) : whole;
  if (first.isWhole && !isTooPoor(first)) return withSparseText(first, picture, budget);
  const part = await lookAtPart(picture, first, budget);
  const isPart = part !== undefined && isMoreLegible(part, first);
  if (isPart || (part && !first.isWhole)) return withSparseText(isPart ? part : first, picture, budget);
  if (!first.isWhole || (!part && (await isTexture(first, plan.readLine))))
    return { ...first, isFinal: true };
  const other = isUpright ? first : await lookTurned(picture, first, budget);
  return withSparseText(isMoreLegible(other, first) ? other : first, picture, budget);
}

/** Returns the first pass; if its words read upwards or downwards, another one over the upright page. */
async function levelLook(
  picture: PictureToRead,
  plan: Omit<PreparationPlan, "isCalmed">,
  budget: LineBudget,
): Promise<Look> {
  const look = await lookAsPage(picture, plan, budget);
  budget.firstLookIsOver(look);
  const turns = picture.isUpright || !look.isWhole ? 0 : turnOfLyingWords(look.words);
  return turns === 0 ? look : lookTurnedBy(turns, look, picture, budget);
}

/** Upside down, a page of numbers may score higher as a whole than its part in the right direction. */
async function lookTurned(picture: PictureToRead, first: Look, budget: LineBudget): Promise<Look> {
  const plan = planFor(picture.recogniser, picture);
  const again = await preparedFor(picture, { ...plan, upsideDown: "always" });
  const isSame = again.page.applied.join() === first.page.applied.join();
  if (!isSame) return readPrepared(again, { ...picture, budget });
  const turns = isLegible(first.words) ? 0 : tellingTurn(first, await picture.recogniser());
  return turns === 0 ? first : lookTurnedBy(turns, first, picture, budget);
}

/** Reads a picture turned by so many quarter turns more than in `first`. */
async function lookTurnedBy(
  more: QuarterTurns,
  first: Look,
  picture: PictureToRead,
  budget: LineBudget,
): Promise<Look> {
  const plan = { ...planFor(picture.recogniser, picture), upsideDown: "never" } as const;
  const turns = quarterTurns(turnsFrom(first.page.toSource) + more);
  const upright = turned(picture.image, turns);
  const look = await lookAsPage({ ...picture, image: upright.image }, plan, budget);
  return shownBefore(look, upright.toSource, turns === 0 ? [] : [turnedBy(turns)]);
}

function turnedBy(turns: QuarterTurns): string {
  return `turned by ${turns * 90}°`;
}

/** Returns the look at an image that was made from another in the steps `before`. */
function shownBefore(look: Look, toSource: Affine, before: readonly string[]): Look {
  const { page } = look;
  const applied = [...before, ...page.applied];
  return { ...look, page: { ...page, toSource: concatenated(page.toSource, toSource), applied } };
}

function isMoreLegible(one: Look, other: Look): boolean {
  return readsBetter(legibilityOf(one.words), legibilityOf(other.words));
}

function isTooPoor(look: Look): boolean {
  return isPoor(look) && !(look.page.isColumn && isLegible(look.words));
}

/** If the letter score per letter-like component is lower, the first pass found no text. */
const HARDLY_READ = 0.1;

/** A larger part is almost the whole picture, so reading it again gains nothing. */
const NEARLY_ALL = 0.8;

/** Reads only the part of the picture with legible lines, such as the sheet in a photograph; undefined if none. */
async function lookAtPart(
  picture: PictureToRead,
  first: Look,
  budget: LineBudget,
): Promise<Look | undefined> {
  const { recogniser, isUpright } = picture;
  const plan = { ...planFor(recogniser, picture), upsideDown: "never" } as const;
  const part = await writtenPart(picture.image, plan.readLine, isUpright ? [0] : [0, 1, 2, 3]);
  if (!part) return undefined;
  const isHardlyRead = letterScore(first.words) < HARDLY_READ * first.letters;
  if (part.share > NEARLY_ALL && !isHardlyRead) return undefined;
  budget.beginPart(part.share);
  const look = await lookAsPage({ ...picture, image: part.image }, plan, budget);
  budget.firstLookIsOver(look);
  const turn = part.turns === 0 ? [] : [turnedBy(part.turns)];
  return shownBefore(look, part.toSource, ["cut to the part with text", ...turn]);
}

/** Reads a column with doubtful words again: a tiny one enlarged, the doubtful lines of others. */
async function columnAgain(
  first: Look,
  picture: PictureToRead,
  plan: Omit<PreparationPlan, "isCalmed">,
  budget: LineBudget,
): Promise<Look> {
  const { reader, options } = picture;
  if (!first.isWhole || meanConfidence(first.words) >= WELL_PRINTED) return first;
  if (await picture.modelReader?.()) return withBlockBeside(first, picture, budget);
  if (!isTiny(first)) return columnLook(first, options, { reader, budget });
  const enlarged = await preparedFor(picture, { ...plan, columns: "as-pages" });
  return bestOf([first, await readPrepared(enlarged, { ...picture, budget })]);
}

/** Adds what the recogniser reads in a column that another reader read. */
async function withBlockBeside(
  first: Look,
  { reader, options }: PictureToRead,
  budget: LineBudget,
): Promise<Look> {
  if (options.mode === "low_cost") return first;
  const { words, lines } = await reader.read(first.page.image, SEGMENTATION.BLOCK, budget.left);
  budget.spend(lines);
  return withMore(first, words);
}

/** Returns `look` or a pass with sparse segmentation, whichever scores higher. */
async function withSparseText(
  look: Look,
  { reader, options }: PictureToRead,
  budget: LineBudget,
): Promise<Look> {
  if (look.page.isColumn) return look;
  const isEnough = look.read >= WELL_READ || look.letters > MOST_SPARSE_LETTERS;
  if (options.mode === "low_cost" || isEnough) return look;
  const sparse = await reader.read(look.page.image, SEGMENTATION.SPARSE, budget.left);
  budget.spend(sparse.lines);
  return bestOf([look, lookFor(look, sparse)]);
}

function planFor(
  recogniser: Readers["recogniser"],
  { options, isUpright }: Pick<ShownPage, "options" | "isUpright">,
): Omit<PreparationPlan, "isCalmed"> {
  return {
    medianFilterSize: options.medianFilterSize,
    gaussianBlurRadius: options.gaussianBlurRadius,
    upsideDown: isUpright ? "never" : "in-doubt",
    columns: marksBoxes(options) ? "as-pages" : "as-receipts",
    readLine: async (line) => legibilityOf((await recogniser()).recognise(line, SEGMENTATION.LINE)),
  };
}

async function preparedFor(
  { image, options }: Pick<ShownPage, "image" | "options">,
  plan: Omit<PreparationPlan, "isCalmed">,
): Promise<PageAndBoxes> {
  const calm = options.mode === "low_cost" ? image : withoutCoarseGrain(image);
  const page = await preparePage(calm, { ...plan, isCalmed: calm !== image });
  return marksBoxes(options) ? withBoxesTakenOut(page) : { page, boxes: [] };
}

async function lookAsPage(
  picture: PictureToRead,
  plan: Omit<PreparationPlan, "isCalmed">,
  budget: LineBudget,
): Promise<Look> {
  return readPrepared(await preparedFor(picture, plan), { ...picture, budget });
}

async function readPrepared(
  prepared: PageAndBoxes,
  { budget, ...readers }: Readers & { readonly budget: LineBudget },
): Promise<Look> {
  const read = await readTogether(prepared.page, readers, budget.left);
  budget.spend(read.lines);
  return lookFor(prepared, read);
}
