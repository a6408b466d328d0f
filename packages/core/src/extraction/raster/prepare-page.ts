import { type Affine, concatenated, IDENTITY, scaleOf } from "../engines/native/graphics/affine.ts";
import { AnalysedImage } from "./ink/analysed-image.ts";
import { type TextAxis, textAxisOf } from "./geometry/axis.ts";
import { backgroundOf, evened, isShaded } from "./clean-up/background.ts";
import { isGreyPaper, withClearPaper } from "./clean-up/clear-paper.ts";
import { withoutRulings } from "./clean-up/erase-rulings.ts";
import { blurred } from "./clean-up/gaussian-blur.ts";
import type { GreyImage } from "./image/grey-image.ts";
import { histogramOf } from "./image/histogram.ts";
import { inverted, isLightOnDark } from "./clean-up/invert.ts";
import { medianFiltered } from "./clean-up/median-filter.ts";
import { grainOf, isBlackAndWhite, isSpeckled, VERY_GRAINY } from "./clean-up/noise.ts";
import { type ReadLine, sensesOf } from "./geometry/orientation.ts";
import { type QuarterTurns, turned } from "./geometry/quarter-turn.ts";
import { areManyLines, type RulingLines, rulingLinesOf } from "./ink/ruling-lines.ts";
import { scaleFor } from "./geometry/scale.ts";
import { skewOf } from "./geometry/skew.ts";
import { type Redrawn, straightened } from "./geometry/straighten.ts";
import { isStrewn } from "./clean-up/scattered-ink.ts";
import { withoutSurroundings } from "./clean-up/dark-surround.ts";
import { whitened } from "./clean-up/whiten.ts";

/** What is asked for beyond what the page itself gives reason for. */
export interface PreparationPlan {
  /** Side of the median filter in pixels; 0 leaves it to the page. */
  readonly medianFilterSize: number;
  /** Radius of the blur in pixels; 0 leaves it to the page. */
  readonly gaussianBlurRadius: number;
  /** Whether coarse grain was taken off the picture before, as `withoutCoarseGrain` does. */
  readonly isCalmed: boolean;
  /**
   * `always` tries whether the page is upside down even if its lines are level, as after a poor first reading; `never`
   * leaves it as it stands.
   */
  readonly upsideDown: "in-doubt" | "always" | "never";
  readonly readLine: ReadLine;
}

/** A page made easier to read. */
export interface PreparedPage {
  /** To be recognised: straight, upright, evenly lit, without ruling lines. */
  readonly image: GreyImage;
  /** The same with its ruling lines, for check boxes. */
  readonly drawn: AnalysedImage;
  /** `image` again, for ink that the recogniser passed over. */
  readonly bare: AnalysedImage;
  /** Where a point of the prepared picture is in the source. */
  readonly toSource: Affine;
  /** Every ruling line found, erased or not, in pixels of the prepared picture. */
  readonly rulings: RulingLines;
  /** What was done, in order, in words for a person. Empty for a clean page. */
  readonly applied: readonly string[];
}

/** Half a letter further, lines run into their neighbours; below it, drawing anew costs more than it brings. */
const LEAST_SKEW = 0.7;

/** A page of coarser grain, as a standard deviation of its paper's shades, is measured as if it had none. */
const GRAINY = 12;

/** In pixels of the source. */
const GRAIN_BLUR = 0.8;

/** What is left of grain that was taken off lies in specks, and strokes have steps. */
const CALMED_BLUR = 0.6;

/** The narrowest median filter: a wider one closes letters. */
const SPECK_FILTER = 3;

/**
 * Does to a page what there is evidence for, each by its own measure: nothing to a clean page, since every operation
 * costs some letters.
 */
export function preparePage(source: GreyImage, plan: PreparationPlan): PreparedPage {
  const page = [cutOut, lit, unspeckled, upright, straight, smoothed].reduce(
    (before, step) => step(before, plan),
    untouched(source, plan),
  );
  return withoutLines(page);
}

interface PageInWork {
  readonly analysed: AnalysedImage;
  readonly toSource: Affine;
  readonly applied: readonly string[];
  /** Of the source's paper: once it is lit evenly, some of it is clipped. */
  readonly grain: number;
}

function untouched(source: GreyImage, { isCalmed }: PreparationPlan): PageInWork {
  return {
    analysed: new AnalysedImage(source),
    toSource: IDENTITY,
    applied: isCalmed ? ["grain taken off"] : [],
    grain: grainOf(source),
  };
}

/** Same pixels, other shades. */
function reshaded(page: PageInWork, image: GreyImage, what: string): PageInWork {
  return { ...page, analysed: new AnalysedImage(image), applied: [...page.applied, what] };
}

function redrawn(page: PageInWork, { image, toSource }: Redrawn, what: string): PageInWork {
  return { ...reshaded(page, image, what), toSource: concatenated(toSource, page.toSource) };
}

/** Without what a sheet lies on: neither its shade nor its grain says anything of the page. */
function cutOut(page: PageInWork): PageInWork {
  const sheet = withoutSurroundings(page.analysed.image);
  return sheet ? reshaded(page, sheet, "dark surroundings cleared") : page;
}

function lit(page: PageInWork): PageInWork {
  const isNegative = isLightOnDark(histogramOf(page.analysed.image.data));
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
  // Of coarse grain every grain is a speck, and a blur does less harm.
  if (isCalmed || grain > GRAINY || isBlackAndWhite(histogramOf(analysed.image.data))) return 0;
  return isSpeckled(analysed.components) ? SPECK_FILTER : 0;
}

/** Against grain, last so that it is not drawn anew: blurred, then what is left of the grain is made white. */
function smoothed(page: PageInWork, plan: PreparationPlan): PageInWork {
  const radius = plan.gaussianBlurRadius > 0 ? plan.gaussianBlurRadius : ownBlurOf(page, plan);
  if (radius === 0) return page;
  const what = `blurred by ${Number(radius.toFixed(1))} pixels`;
  const soft = reshaded(page, blurred(page.analysed.image, radius), what);
  if (page.grain <= VERY_GRAINY) return soft;
  return reshaded(soft, whitened(soft.analysed.image, page.grain), "grain made white");
}

/** In pixels of the picture as it is: grain grows with a page that is enlarged. */
function ownBlurOf({ grain, toSource }: PageInWork, { isCalmed }: PreparationPlan): number {
  const inSource = grain > VERY_GRAINY ? GRAIN_BLUR : isCalmed ? CALMED_BLUR : 0;
  return inSource / scaleOf(toSource);
}

/** The page to measure by: on coarse grain, every grain would count as a piece of ink. */
function measurable({ analysed, grain }: PageInWork): AnalysedImage {
  if (grain <= GRAINY) return analysed;
  return new AnalysedImage(whitened(blurred(analysed.image, GRAIN_BLUR), grain));
}

/** Turned so that its lines read from left to right; where they may not, each way is tried by reading. */
function upright(page: PageInWork, { upsideDown, readLine }: PreparationPlan): PageInWork {
  if (upsideDown === "never") return page;
  const level = measurable(page);
  const atFirst = textAxisOf(level.components, level.letters, { horizontal: 0, vertical: 0 });
  const isDoubtful = atFirst !== "horizontal" || upsideDown === "always";
  if (level.letters.height === 0 || !isDoubtful) return page;
  const onItsSide = new AnalysedImage(turned(level.image, 1).image);
  const axis = atFirst === "unclear" ? slopingAxisOf(level, onItsSide) : atFirst;
  if (axis === "horizontal" && upsideDown === "in-doubt") return page;
  // Both ways even of vertical lines: of fine print, words are single pieces, and those of columns stand in line.
  const [asItIs, onItsHead] = triedBothWays(level, 0, readLine);
  const standing = isClearly(onItsHead, asItIs) ? onItsHead : asItIs;
  const lying = betterOf(triedBothWays(onItsSide, 1, readLine));
  const { turns } = isClearly(lying, standing) ? lying : standing;
  return turns === 0 ? page : redrawn(page, turned(page.analysed.image, turns), `turned by ${turns * 90}°`);
}

/** In letters times their confidence: the longest lines of print read better than this. */
const WELL_READ = 30;

/** Lines that read less are texture. */
const LEAST_READ = 8;

/** Lines that run that way indeed read many times as well. */
const TIMES_BETTER = 2;

/** Most pages stand upright: if hardly anything reads either way, the page is left as it is. */
function isClearly(turn: Sense, asItIs: Sense): boolean {
  if (turn.score <= asItIs.score) return false;
  return turn.score >= WELL_READ || turn.score >= Math.max(LEAST_READ, TIMES_BETTER * asItIs.score);
}

/** Letters of lines that slope stand less clearly in line: with the slope taken off, they do. */
function slopingAxisOf({ components, letters, ink }: AnalysedImage, onItsSide: AnalysedImage): TextAxis {
  return textAxisOf(components, letters, { horizontal: skewOf(ink), vertical: skewOf(onItsSide.ink) });
}

interface Sense {
  readonly turns: QuarterTurns;
  readonly score: number;
}

function betterOf([one, other]: readonly [Sense, Sense]): Sense {
  return other.score > one.score ? other : one;
}

function triedBothWays(page: AnalysedImage, turns: 0 | 1, readLine: ReadLine): readonly [Sense, Sense] {
  const senses = sensesOf(page, readLine);
  return [
    { turns, score: senses.upright },
    { turns: OPPOSITE[turns], score: senses.upsideDown },
  ];
}

/** By the number of turns, that of the other way up. */
const OPPOSITE = [2, 3] as const;

/** Straightened and enlarged, in one drawing. */
function straight(page: PageInWork): PageInWork {
  const { image } = page.analysed;
  const measured = measurable(page);
  const slope = skewOf(measured.ink);
  const skew = Math.abs(slope) < LEAST_SKEW ? 0 : slope;
  // The size of grain says nothing of letters.
  const scale = isStrewn(measured) ? 1 : scaleFor(measured.letters.height, image);
  if (skew === 0 && scale === 1) return page;
  const what = [
    ...(skew === 0 ? [] : [`straightened by ${skew.toFixed(1)}°`]),
    ...(scale === 1 ? [] : [`enlarged ${scale.toFixed(1)} times`]),
  ];
  return redrawn(page, straightened(image, { skew, scale }), what.join(" and "));
}

function withoutLines({ analysed, toSource, applied }: PageInWork): PreparedPage {
  const { image, ink, letters } = analysed;
  const rulings = rulingLinesOf(ink, letters.height || image.dpi / LETTERS_PER_INCH);
  if (!areManyLines(rulings)) {
    return { image, drawn: analysed, bare: analysed, toSource, rulings, applied };
  }
  const onPaper = withoutRulings(image, ink, rulings);
  const erased = isGreyPaper(image) ? withClearPaper(onPaper, image) : onPaper;
  const bare = new AnalysedImage(erased);
  return {
    image: erased,
    drawn: analysed,
    bare,
    toSource,
    rulings,
    applied: [...applied, "ruling lines erased"],
  };
}

/** The height of usual print goes so many times into an inch: for pages whose letters are too few to measure. */
const LETTERS_PER_INCH = 11;
