import type { OpenedDocument } from "../engines/open-document.ts";
import type { ExtractOptions } from "../extract-options.ts";
import { ExtractionError } from "../extraction-error.ts";
import type { TextSource } from "../extracted-document.ts";
import { isOutOfMemory } from "../out-of-memory.ts";
import type { PageContent } from "../page/page-content.ts";
import type { Rect } from "../page/rect.ts";
import type { TextSourceChoice } from "../text-source.ts";
import type { GreyImage } from "../raster/grey-image.ts";
import { isBlank } from "./blank-picture.ts";
import { languagesOf } from "./detected-languages.ts";
import type { FreeThreads } from "./free-threads.ts";
import type { AskedRecogniser } from "./image-recogniser.ts";
import { glyphBoxes, withoutDoubles } from "./native-cover.ts";
import { maskedPicture, mayCarryText } from "./masked-picture.ts";
import { MAX_RECOGNISED_PIXELS, resolutionFor } from "./page-resolution.ts";
import { readElsewhere } from "./read-elsewhere.ts";
import { type PictureText, readPicture, type ShownPage } from "./read-picture.ts";
import type { RecognitionPlaces } from "./recognition-places.ts";
import { trustedInPicture, trustedWords } from "./trusted-words.ts";
import { withRecogniser } from "./warm-recognisers.ts";
import { withWordsAdded, withWordsOnly } from "./word-glyphs.ts";

/** A page that may carry text to be recognised. */
export interface PageToRecognise {
  readonly document: OpenedDocument;
  readonly number: number;
  /** What an engine read of it. */
  readonly content: PageContent;
  readonly choice: RecognitionChoice;
  /** Threads that may read a part of it; undefined where there is only this one. */
  readonly freeThreads: FreeThreads | undefined;
  /** Reads pictures instead of the built-in recogniser; undefined where there is none. */
  readonly recognise: AskedRecogniser | undefined;
}

/** `mixed` keeps the page's own glyphs. */
export type RecognitionChoice = TextSourceChoice & { readonly source: "ocr" | "mixed" };

export interface RecognisedPage {
  readonly content: PageContent;
  readonly source: TextSource;
  /** Why the text came from there, and what was done to the picture. */
  readonly reason: string;
  /** What a person should know, one sentence each. */
  readonly notes: readonly string[];
}

/**
 * Draws a page, reads the text in the picture and puts it among the page's glyphs.
 *
 * @throws ExtractionError where the page cannot be drawn or nothing can be recognised on this machine.
 */
export async function recognisePage(
  page: PageToRecognise,
  options: ExtractOptions,
  places: RecognitionPlaces,
): Promise<RecognisedPage> {
  const { document, number, content } = page;
  refuseHugePictures(content);
  const { image, note } = await document.drawPage(number, {
    dpi: resolutionFor(content),
    maxPixels: MAX_RECOGNISED_PIXELS,
  });
  const notes = note === "" ? [] : [note];
  const picture = page.choice.isScan ? image : unreadPicture(page, image);
  if (!picture || isBlank(picture)) return nothingFound(page, notes);
  const shown = { image: picture, content, options };
  const { text, notes: readingNotes } = await readAnyhow(page, shown, places);
  return { ...merged(page, text, options), notes: [...notes, ...readingNotes, ...doubtNotes(text)] };
}

/** Of one picture on a page: a sheet of A0 at 600 dpi has fewer. What draws the page unpacks all of them. */
const MAX_PICTURE_MEGAPIXELS = 600;

function refuseHugePictures({ images }: PageContent): void {
  const huge = images.find((image) => image.pixelWidth * image.pixelHeight > MAX_PICTURE_MEGAPIXELS * 1e6);
  if (!huge) return;
  throw new ExtractionError(
    "RESOURCE_LIMIT",
    `A picture on the page has ${huge.pixelWidth} × ${huge.pixelHeight} pixels, more than the ` +
      `${MAX_PICTURE_MEGAPIXELS} megapixels that are read; the page's pictures were left out.`,
  );
}

interface Reading {
  readonly text: PictureText;
  readonly notes: readonly string[];
}

/** By the recogniser that was given, where there is one and it answers; by the built-in one otherwise. */
async function readAnyhow(
  page: PageToRecognise,
  shown: ShownPage,
  places: RecognitionPlaces,
): Promise<Reading> {
  if (!page.recognise) return readHere(page, shown, places);
  try {
    return { text: await readElsewhere(shown, page.recognise), notes: [] };
  } catch (error) {
    if (isOutOfMemory(error)) throw error;
    const why = error instanceof Error ? error.message : String(error);
    const here = await readHere(page, shown, places);
    return { ...here, notes: [`The OCR service could not be used: ${why} ${BUILT_IN}`, ...here.notes] };
  }
}

const BUILT_IN = "The page was read by the built-in recogniser.";

async function readHere(
  page: PageToRecognise,
  shown: ShownPage,
  places: RecognitionPlaces,
): Promise<Reading> {
  // Lines at the cut are read a little worse.
  const freeThreads = shown.options.mode === "low_cost" ? page.freeThreads : undefined;
  const { languages, notes } = await languagesOf(shown.image, shown.options, places);
  const text = await withRecogniser(languages, (recogniser) =>
    readPicture({ ...shown, recogniser, languages, freeThreads }),
  );
  return { text, notes };
}

/** What of the page's picture its own glyphs do not say; undefined where that is no text. */
function unreadPicture({ content, choice }: PageToRecognise, image: GreyImage): GreyImage | undefined {
  const scale = image.width / content.width;
  const inPixels = ({ x0, y0, x1, y1 }: Rect): Rect => ({
    x0: x0 * scale,
    y0: y0 * scale,
    x1: x1 * scale,
    y1: y1 * scale,
  });
  const covered = glyphBoxes(content.glyphs).map(inPixels);
  const picture = maskedPicture(image, choice.regions.map(inPixels), covered);
  return mayCarryText(picture) ? picture : undefined;
}

function merged(
  { content, choice }: PageToRecognise,
  { words, outlines, rules, applied }: PictureText,
  { wordConfidenceThreshold }: ExtractOptions,
): Omit<RecognisedPage, "notes"> {
  const certain = choice.isScan
    ? trustedWords(words, wordConfidenceThreshold)
    : trustedInPicture(words, wordConfidenceThreshold);
  const reason = [choice.reason, ...(applied.length > 0 ? [`Prepared: ${applied.join(", ")}.`] : [])].join(
    " ",
  );
  const drawn = {
    ...content,
    outlines: [...content.outlines, ...outlines],
    rules: [...content.rules, ...rules],
  };
  if (choice.source === "ocr") {
    const own = withWordsOnly(drawn, []);
    const source = certain.length > 0 ? "ocr" : "none";
    return { content: withWordsOnly(drawn, withoutDoubles(certain, own)), source, reason };
  }
  const news = withoutDoubles(certain, content);
  return news.length === 0
    ? { content, source: "native", reason: choice.reason }
    : { content: withWordsAdded(choice.isScan ? drawn : content, news), source: "mixed", reason };
}

function nothingFound({ content, choice }: PageToRecognise, notes: readonly string[]): RecognisedPage {
  return { content, source: choice.source === "mixed" ? "native" : "none", reason: choice.reason, notes };
}

/** Below it, so much of a page is wrong that a person should know. */
const DOUBTFUL = 0.6;

function doubtNotes({ words, confidence, isWhole }: PictureText): string[] {
  if (!isWhole) return ["The page took too long to be recognised; what was read by then stands."];
  if (words.length === 0 || confidence >= DOUBTFUL) return [];
  return ["The recogniser was unsure of much of this page; it does not read handwriting."];
}
