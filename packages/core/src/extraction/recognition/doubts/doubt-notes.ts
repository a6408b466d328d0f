import type { ExtractOptions } from "../../options/extract-options.ts";
import type { OcrEngine } from "../../options/ocr-engines.ts";
import type { PageContent } from "../../page/page-content.ts";
import { areaOf } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { type StrokeEdges, strokeEdgesOf } from "../../raster/ink/stroke-edges.ts";
import { isOfLetters } from "../native-text/trusted-words.ts";
import { hasMuchInk } from "../pictures/blank-picture.ts";
import { isOfTesseract } from "../words/calibrated-confidence.ts";
import { meanConfidence } from "../words/confidence.ts";
import { median } from "../../geometry/median.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { doubtfulParts } from "./doubtful-parts.ts";

/** A scan and what was recognised in it. */
export interface RecognisedScan {
  readonly image: GreyImage;
  readonly content: PageContent;
  /** With calibrated confidences, and without those that an OCR service read. */
  readonly words: readonly PlacedWord[];
  /** Whether an OCR service read others. */
  readonly hasOtherWords: boolean;
  /** What read these words. */
  readonly engine: OcrEngine;
  readonly mode: ExtractOptions["mode"];
}

/**
 * The words of pages with this mean confidence are right. Measured, like the other limits, on 156 pages (the warnings in
 * `docs/evidence/recognition.md`).
 */
const CERTAIN = 0.93;

/** Below this mean confidence, less than three quarters of the words are right. */
const POOR = 0.75;

/** The same of pages that Tesseract and the models read together; measured on 4 pages in handwriting fonts and 2 scans. */
const POOR_TOGETHER = 0.88;

/** Least share of the words of such a page that the models read. */
const TOGETHER = 0.3;

/** Of other engines: confidences are not calibrated, and words from a vision model without a place of their own have 0.6. */
const POOR_ELSEWHERE = 0.6;

/** If this share of the words is in at least so many doubtful parts, such as answers in a form, the page is poor. */
const DOUBTFUL_SHARE = 0.2;
const MANY_PARTS = 5;

/** Returns why the recognised text is likely wrong, with what helps; empty if it is not. */
export function doubtNotes(scan: RecognisedScan): readonly string[] {
  const { words, hasOtherWords, engine } = scan;
  if (!words.some(isOfLetters)) return hasOtherWords ? [] : noWordsNotes(scan);
  const confidence = meanConfidence(words);
  if (!isOfTesseract(engine)) return confidence < POOR_ELSEWHERE ? [`${UNSURE}.`] : [];
  if (confidence >= CERTAIN) return [];
  const cause = causeOf(scan, strokeEdgesOf(scan.image));
  if (cause !== undefined) return [`The recognised text may be wrong: ${cause}`];
  return confidence < (isReadTogether(words) ? POOR_TOGETHER : POOR) || hasDoubtfulParts(words)
    ? [`${UNSURE}, although its strokes are sharp. ${OTHER_ENGINES}${adviceFor(scan)}`]
    : [];
}

const UNSURE = "The recognised text may be wrong: much of the page was read with low confidence";

const OTHER_ENGINES =
  "Tesseract does not read handwriting and ornate type; an OCR service or a vision model may.";

const NO_WORDS = "No words were recognised on this page, although it is not blank.";

/** On a page with lines of text, edges are spread over the rows of pixels at least so unevenly; grain has 1. */
const UNEVEN = 4;

/** With fewer edges in a row of pixels, a page has only specks and shadows, unless the edges are in a few rows. */
const FEWEST_EDGES = 1;
const IN_A_FEW_ROWS = 8;

function noWordsNotes(scan: RecognisedScan): readonly string[] {
  const edges = strokeEdgesOf(scan.image);
  const { perRow, dispersion } = edges;
  const showsText = dispersion >= (perRow >= FEWEST_EDGES ? UNEVEN : IN_A_FEW_ROWS);
  if (!showsText && !hasMuchInk(scan.image)) return [];
  const cause = causeOf(scan, edges);
  if (cause !== undefined) return [`${NO_WORDS} Probable cause: ${cause}`];
  return [
    `${NO_WORDS} It may be a photograph, a drawing or handwriting, or in a language other than those of lang.`,
  ];
}

function adviceFor({ mode }: RecognisedScan): string {
  return mode === "low_cost" ? " Mode high_quality reads doubtful lines again." : "";
}

function isReadTogether(words: readonly PlacedWord[]): boolean {
  const ofModels = words.filter(({ model }) => model !== undefined).length;
  return ofModels >= TOGETHER * words.length && ofModels < words.length;
}

function hasDoubtfulParts(words: readonly PlacedWord[]): boolean {
  const parts = doubtfulParts(words);
  return parts.length >= MANY_PARTS && parts.flat().length >= DOUBTFUL_SHARE * words.length;
}

/** Words lower than this, in pixels, are too small to be read reliably. */
const SMALL = 14;

/** Print with less contrast, in shades, is faint; that of the faintest of 27 receipts is 98. */
const FAINT = 60;

/** What makes the print hard to read, and what helps; undefined if it is large, sharp and dark enough. */
function causeOf(scan: RecognisedScan, edges: StrokeEdges): string | undefined {
  const { image, content, words } = scan;
  const height = (median(words.map(({ box }) => box.y1 - box.y0)) ?? 0) * pixelsPerPoint(image, content);
  if (height > 0 && height < SMALL) {
    return `its words are only about ${Math.round(height)} pixels high. Scan it at a higher resolution, such as 300 dpi.`;
  }
  if (isBlurred(edges, scan, height)) return "the picture is blurred. Scan or photograph it again in focus.";
  if (edges.contrast >= FAINT) return undefined;
  return `the print is faint or the picture grainy. Scan it with more contrast.${adviceFor(scan)}`;
}

/** Edges of blurred strokes, in pixels of the source; those of sharp scans have at most 1.9. */
const WIDE_EDGE = 2.5;

/** Edges of blurred strokes as a share of the words' height: fine scans may have wide edges. */
const EDGE_SHARE = 0.075;

function isBlurred({ width }: StrokeEdges, { image, content }: RecognisedScan, height: number): boolean {
  const inSource = (width * pixelsPerPoint(image, content) * content.width) / image.width;
  return inSource >= WIDE_EDGE && inSource >= EDGE_SHARE * height;
}

/** Resolution of the page's largest picture, if it is lower than that at which it was drawn. */
function pixelsPerPoint({ width: drawn }: GreyImage, { width, images }: PageContent): number {
  const [largest] = images.toSorted((one, other) => areaOf(other.box) - areaOf(one.box));
  const own = largest ? largest.pixelWidth / (largest.box.x1 - largest.box.x0) : Infinity;
  return Math.min(own, drawn / width);
}
