import { type Affine, concatenated, IDENTITY, scaleOf } from "../geometry/affine.ts";
import { AnalysedImage } from "./ink/analysed-image.ts";
import { type TextAxis, textAxisOf } from "./geometry/axis.ts";
import { isColumnOfText } from "./geometry/column-of-text.ts";
import { backgroundOf, evened, isShaded } from "./clean-up/background.ts";
import { isGreyPaper, withClearPaper } from "./clean-up/clear-paper.ts";
import { withoutRulings } from "./clean-up/erase-rulings.ts";
import { blurred } from "./clean-up/gaussian-blur.ts";
import type { GreyImage } from "./image/grey-image.ts";
import { inverted, isLightOnDark } from "./clean-up/invert.ts";
import { medianFiltered } from "./clean-up/median-filter.ts";
import { grainOf, isBlackAndWhite, VERY_GRAINY } from "./image/grain.ts";
import { isSpeckled } from "./ink/specks.ts";
import { isTelling, type ReadLine, type Legibility, readsBetter, sensesOf } from "./geometry/orientation.ts";
import { type QuarterTurns, turned } from "./geometry/quarter-turn.ts";
import { areManyLines, type RulingLines, rulingLinesOf } from "./ink/ruling-lines.ts";
import { scaleFor } from "./geometry/scale.ts";
import { skewOf } from "./geometry/skew.ts";
import { type Redrawn, straightened } from "./geometry/straighten.ts";
import { isStrewn } from "./clean-up/scattered-ink.ts";
import { withoutSurroundings } from "./clean-up/dark-surround.ts";
import { otsuLevel } from "./image/histogram.ts";
import { whitened } from "./clean-up/whiten.ts";

/** Options that override or add to the automatic preparation. */
export interface PreparationPlan {
  /** Side of the median filter in pixels; 0 chooses it automatically. */
  readonly medianFilterSize: number;
  /** Radius of the blur in pixels; 0 chooses it automatically. */
  readonly gaussianBlurRadius: number;
  /** Whether `withoutCoarseGrain` has already denoised the image. */
  readonly isCalmed: boolean;
  /**
   * `in-doubt` tests the orientation unless the lines are horizontal; `always` tests it for horizontal lines too, such
   * as after poor recognition; `never` keeps the orientation.
   */
  readonly upsideDown: "in-doubt" | "always" | "never";
  /** `as-receipts` detects narrow columns and keeps their size and lines, as the recogniser reads them best. */
  readonly columns: "as-receipts" | "as-pages";
  readonly readLine: ReadLine;
}

/** A page image prepared for recognition. */
export interface PreparedPage {
  /** Input for the recogniser: deskewed, upright, evenly lit, without ruling lines. */
  readonly image: GreyImage;
  /** The same image with its ruling lines, for check box detection. */
  readonly drawn: AnalysedImage;
  /** `image` with its analysis, for finding ink that the recogniser missed. */
  readonly bare: AnalysedImage;
  /** Maps points of the prepared image to the source image. */
  readonly toSource: Affine;
  /** All ruling lines found, erased or not, in pixels of the prepared image. */
  readonly rulings: RulingLines;
  /** Whether the text is one narrow column, as on a receipt; always false with `columns: "as-pages"`. */
  readonly isColumn: boolean;
  /** Human-readable list of the steps applied, in order. Empty for a clean page. */
  readonly applied: readonly string[];
}

/** Smallest skew to correct, in degrees: below it, resampling loses more than deskewing gains. */
const LEAST_SKEW = 0.7;

/** Above this standard deviation of the paper's shades, the page is denoised before it is measured. */
const GRAINY = 12;

/** Blur radius for very grainy pages, in source pixels. */
const GRAIN_BLUR = 0.8;

/** Blur radius for pages already denoised, in source pixels: softens remaining specks and jagged strokes. */
const CALMED_BLUR = 0.6;

/** The smallest median filter: larger ones fill the counters of letters. */
const SPECK_FILTER = 3;

/**
 * Prepares a page for recognition. Each step runs only if a measurement shows the need, because every operation loses
 * some letters; a clean page is not changed.
 */
export async function preparePage(source: GreyImage, plan: PreparationPlan): Promise<PreparedPage> {
  const clean = unspeckled(lit(cutOut(untouched(source, plan))), plan);
  const level = straight(await upright(clean, plan), plan);
  return withoutLines(smoothed(level, plan));
}

interface PageInWork {
  readonly analysed: AnalysedImage;
  readonly toSource: Affine;
  readonly applied: readonly string[];
  readonly isColumn: boolean;
  /** Grain of the source, measured first because evening the background clips some of it. */
  readonly grain: number;
}

function untouched(source: GreyImage, { isCalmed }: PreparationPlan): PageInWork {
  return {
    analysed: new AnalysedImage(source),
    toSource: IDENTITY,
    applied: isCalmed ? ["grain taken off"] : [],
    isColumn: false,
    grain: grainOf(source),
  };
}

/** Replaces the image with one of the same geometry. */
function reshaded(page: PageInWork, image: GreyImage, what: string): PageInWork {
  return { ...page, analysed: new AnalysedImage(image), applied: [...page.applied, what] };
}

function redrawn(page: PageInWork, { image, toSource }: Redrawn, what: string): PageInWork {
  return { ...reshaded(page, image, what), toSource: concatenated(toSource, page.toSource) };
}

/** Clears the surroundings of the sheet, whose shade and grain would distort the measurements. */
function cutOut(page: PageInWork): PageInWork {
  const sheet = withoutSurroundings(page.analysed.image);
  return sheet ? reshaded(page, sheet, "dark surroundings cleared") : page;
}

function lit(page: PageInWork): PageInWork {
  const isNegative = isLightOnDark(page.analysed.histogram);
  const positive = isNegative ? reshaded(page, inverted(page.analysed.image), "inverted") : page;
  const background = backgroundOf(positive.analysed.image);
  if (!isShaded(background)) return positive;
  return reshaded(positive, evened(positive.analysed.image, background), "background evened");
}

function unspeckled(page: PageInWork, plan: PreparationPlan): PageInWork {
  const size = medianFor(page, plan);
  if (size === 0) return page;
  return reshaded(page, medianFiltered(page.analysed.image, size), `median filter of ${size} pixels`);
}

function medianFor({ analysed, grain }: PageInWork, { medianFilterSize, isCalmed }: PreparationPlan): number {
  if (medianFilterSize > 0) return medianFilterSize;
  // On coarse grain a median filter would treat every grain as a speck; a blur does less harm.
  if (isCalmed || grain > GRAINY || isBlackAndWhite(analysed.histogram)) return 0;
  return isSpeckled(analysed.components) ? SPECK_FILTER : 0;
}

/** Reduces grain: blurs, then whitens the rest. Last, so that the result is not resampled. */
function smoothed(page: PageInWork, plan: PreparationPlan): PageInWork {
  const radius = plan.gaussianBlurRadius > 0 ? plan.gaussianBlurRadius : ownBlurOf(page, plan);
  if (radius === 0) return cleared(page);
  const what = `blurred by ${Number(radius.toFixed(1))} pixels`;
  const soft = reshaded(page, blurred(page.analysed.image, radius), what);
  if (page.grain <= VERY_GRAINY) return cleared(soft);
  return reshaded(soft, whitened(soft.analysed.image, page.grain), "grain made white");
}

/** Returns the automatic blur radius in pixels of the current image, since grain is enlarged with the page. */
function ownBlurOf({ grain, toSource }: PageInWork, { isCalmed }: PreparationPlan): number {
  const inSource = grain > VERY_GRAINY ? GRAIN_BLUR : isCalmed ? CALMED_BLUR : 0;
  return inSource / scaleOf(toSource);
}

/** In shades: on a page with enough ink, the recogniser's threshold is at most this much above the lightest ink. */
const FAR_ABOVE = 15;

/** More components of ink are grain: the densest printed page has half of them, and Tesseract needs minutes for more. */
const MOST_PIECES = 40_000;

/** Whitens the paper of a page if a threshold falls within its grain, because it has little ink or much grey print. */
function cleared(page: PageInWork): PageInWork {
  const { image, histogram, inkLevel, components } = page.analysed;
  const isApart = otsuLevel(histogram) <= inkLevel + FAR_ABOVE && components.count <= MOST_PIECES;
  if (page.grain === 0 || isApart) return page;
  return reshaded(page, whitened(image, page.grain), "grain made white");
}

/** Returns the image to measure: denoised on coarse grain, where every grain would count as a component. */
function measurable(page: PageInWork): AnalysedImage {
  const { analysed, grain } = page;
  if (grain <= GRAINY) return cleared(page).analysed;
  return new AnalysedImage(whitened(blurred(analysed.image, GRAIN_BLUR), grain));
}

/** Rotates the page upright. If its lines may not run from left to right, tests each orientation by reading lines. */
async function upright(page: PageInWork, { upsideDown, readLine }: PreparationPlan): Promise<PageInWork> {
  if (upsideDown === "never") return page;
  const level = measurable(page);
  if (isSparse(level)) return uprightSparse(page, level, readLine);
  const atFirst = textAxisOf(level.components, level.letters, { horizontal: 0, vertical: 0 });
  const isDoubtful = atFirst !== "horizontal" || upsideDown === "always";
  if (level.letters.height === 0 || !isDoubtful) return page;
  const onItsSide = new AnalysedImage(turned(level.image, 1).image);
  const axis = atFirst === "unclear" ? slopingAxisOf(level, onItsSide) : atFirst;
  if (axis === "horizontal" && upsideDown === "in-doubt") return page;
  // Test the horizontal orientations even if lines seem vertical: in fine print, words merge and align in columns.
  const [asItIs, onItsHead] = await triedBothWays(level, 0, readLine);
  const standing = isClearly(onItsHead, asItIs) ? onItsHead : asItIs;
  const lying = betterOf(await triedBothWays(onItsSide, 1, readLine));
  return turnedBy(page, isClearly(lying, standing) ? lying : standing);
}

function turnedBy(page: PageInWork, { turns }: Pick<Sense, "turns">): PageInWork {
  return turns === 0 ? page : redrawn(page, turned(page.analysed.image, turns), `turned by ${turns * 90}°`);
}

/** With fewer letters, which way is up cannot be determined. */
const FEWEST_LETTERS = 4;

/** Whether there are only a few words, whose axis cannot be measured. */
function isSparse({ letters: { height, indices } }: AnalysedImage): boolean {
  return height === 0 && indices.length >= FEWEST_LETTERS;
}

/** Score of each letter of a few words that exceeds what is read upside down. */
const LEAST_OF_LETTER = 0.7;

/** Like `TIMES_BETTER`, of a few words: some letters can be read upside down, too. */
const SPARSE_TIMES_BETTER = 1.4;

/** Rotates a page with a few words if nearly all of it reads in another orientation only. */
async function uprightSparse(
  page: PageInWork,
  level: AnalysedImage,
  readLine: ReadLine,
): Promise<PageInWork> {
  const onItsSide = new AnalysedImage(turned(level.image, 1).image);
  const [asItIs, onItsHead] = await triedBothWays(level, 0, readLine);
  const best = betterOf([onItsHead, betterOf(await triedBothWays(onItsSide, 1, readLine))]);
  const needed = Math.max(LEAST_OF_LETTER * level.letters.indices.length, SPARSE_TIMES_BETTER * asItIs.score);
  return best.score >= needed ? turnedBy(page, best) : page;
}

/** Score (letters times confidence) that the longest lines of printed text exceed. */
const WELL_READ = 30;

/** Lines with a lower score are texture. */
const LEAST_READ = 8;

/** The correct orientation scores at least this many times as high. */
const TIMES_BETTER = 2;

/** Most pages are upright, so the page is rotated only if the other orientation reads clearly better. */
function isClearly(turn: Sense, asItIs: Sense): boolean {
  if (!readsBetter(turn, asItIs)) return false;
  if (isTelling(turn, asItIs)) return true;
  return turn.score >= WELL_READ || turn.score >= Math.max(LEAST_READ, TIMES_BETTER * asItIs.score);
}

/** Detects the text axis with the skew compensated: letters of skewed lines are not clearly aligned. */
function slopingAxisOf({ components, letters, ink }: AnalysedImage, onItsSide: AnalysedImage): TextAxis {
  return textAxisOf(components, letters, { horizontal: skewOf(ink), vertical: skewOf(onItsSide.ink) });
}

interface Sense extends Legibility {
  readonly turns: QuarterTurns;
}

function betterOf([one, other]: readonly [Sense, Sense]): Sense {
  return readsBetter(other, one) ? other : one;
}

async function triedBothWays(
  page: AnalysedImage,
  turns: 0 | 1,
  readLine: ReadLine,
): Promise<readonly [Sense, Sense]> {
  const senses = await sensesOf(page, readLine);
  return [
    { turns, ...senses.upright },
    { turns: OPPOSITE[turns], ...senses.upsideDown },
  ];
}

/** The opposite orientation, by number of quarter turns. */
const OPPOSITE = [2, 3] as const;

/** Deskews and enlarges the page in one resampling. */
function straight(page: PageInWork, { columns }: PreparationPlan): PageInWork {
  const { image } = page.analysed;
  const measured = measurable(page);
  const slope = skewOf(measured.ink);
  const skew = Math.abs(slope) < LEAST_SKEW ? 0 : slope;
  const isColumn = columns === "as-receipts" && isColumnOfText(measured);
  // Scattered specks say nothing about the letter height.
  const keepsSize = isColumn || isStrewn(measured);
  const scale = keepsSize ? 1 : scaleFor(measured.letters.height, image);
  if (skew === 0 && scale === 1) return { ...page, isColumn };
  const what = [
    ...(skew === 0 ? [] : [`straightened by ${skew.toFixed(1)}°`]),
    ...(scale === 1 ? [] : [`enlarged ${scale.toFixed(1)} times`]),
  ];
  return { ...redrawn(page, straightened(image, { skew, scale }), what.join(" and ")), isColumn };
}

function withoutLines({ analysed, toSource, applied, isColumn }: PageInWork): PreparedPage {
  const { image, ink, letters } = analysed;
  const rulings = rulingLinesOf(ink, letters.height || image.dpi / LETTERS_PER_INCH);
  // On receipts, amounts touch the lines above and below them; erasing would damage their digits.
  if (isColumn || !areManyLines(rulings)) {
    return { image, drawn: analysed, bare: analysed, toSource, rulings, isColumn, applied };
  }
  const onPaper = withoutRulings(image, ink, rulings);
  const erased = isGreyPaper(analysed) ? withClearPaper(onPaper, analysed) : onPaper;
  const bare = new AnalysedImage(erased);
  return {
    image: erased,
    drawn: analysed,
    bare,
    toSource,
    rulings,
    isColumn,
    applied: [...applied, "ruling lines erased"],
  };
}

/** Typical letter height as a fraction of an inch, for pages with too few letters to measure. */
const LETTERS_PER_INCH = 11;
