import type { Affine } from "../engines/native/graphics/affine.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import { GLYPH, type Glyphs, type PageContent } from "../page/page-content.ts";
import { areaOf } from "../page/rect.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { hasMuchInk, isBlank } from "./pictures/blank-picture.ts";
import type { LanguageData } from "../engines/ocr/language-data.ts";
import { languageNotes, scriptNotes } from "./languages/wrong-language.ts";
import { codesOf, languagesOf } from "./languages/detected-languages.ts";
import { withoutDoubles } from "./native-text/native-cover.ts";
import { MAX_RECOGNISED_PIXELS, resolutionFor } from "./pictures/page-resolution.ts";
import { nothingFound, type PageToRecognise, type RecognisedPage } from "./recognisers/page-to-recognise.ts";
import { type PictureText, readPicture } from "./reading/read-picture.ts";
import type { ShownPage } from "./reading/shown-page.ts";
import type { RecognitionPlaces } from "./recognisers/recognition-places.ts";
import type { ReadHere } from "./elsewhere/reading.ts";
import { withEngine } from "./elsewhere/with-engine.ts";
import { isOfLetters, trustedWords } from "./native-text/trusted-words.ts";
import { withCalibratedConfidence } from "./words/calibrated-confidence.ts";
import { meanConfidence } from "./words/confidence.ts";
import { median } from "./words/median.ts";
import { withRecogniser } from "./recognisers/warm-recognisers.ts";
import { withoutWordsOfTextures } from "./words/words-of-textures.ts";
import { withWordsAdded, withWordsOnly } from "./words/word-glyphs.ts";

/** Reads a page that is recognised as a whole, such as a scan. */
export async function recogniseScan(
  page: PageToRecognise,
  options: ExtractOptions,
  places: RecognitionPlaces,
): Promise<RecognisedPage> {
  const { document, number, content } = page;
  const { image, note } = await document.drawPage(number, {
    dpi: resolutionFor(content),
    maxPixels: MAX_RECOGNISED_PIXELS,
  });
  const notes = note === "" ? [] : [note];
  if (isBlank(image)) return nothingFound(page, notes);
  const toPage = pixelsToPoints(image, content);
  const shown = { image, toPage, options, share: 1, isUpright: hasUprightText(content.glyphs) };
  const reading = await withEngine(page, shown, hereFor(page, shown, places));
  const { text, recognisers } = reading;
  const threshold = options.wordConfidenceThreshold;
  const certain = trustedWords(text.words, threshold);
  const keepsAll = threshold === 0;
  const trusted = { ...text, words: keepsAll ? certain : withoutWordsOfTextures(certain, image) };
  const doubts = doubtNotes(trusted, image, content);
  const words = withCalibratedConfidence(trusted.words, recognisers, threshold);
  const found = words.length > 0;
  return {
    ...merged(page, { ...text, words }),
    notes: [...notes, ...reading.notes, ...doubts],
    recognisers: found ? recognisers : [],
    confidence: found ? meanConfidence(words) : undefined,
    isDoubtful: doubts.length > 0,
  };
}

function hereFor(page: PageToRecognise, shown: ShownPage, places: RecognitionPlaces): ReadHere {
  return async (readerFor) => {
    // Only in low_cost: lines near a cut are read slightly worse. Another engine has threads of its own.
    const helps = shown.options.mode === "low_cost" && !readerFor;
    const freeThreads = helps ? page.freeThreads : undefined;
    const { languages, notes } = await languagesOf(shown.image, shown.options, places);
    const codes = codesOf(languages);
    const text = await withRecogniser(languages, (recogniser) =>
      readPicture({ ...shown, recogniser, reader: readerFor?.(codes) ?? recogniser, languages, freeThreads }),
    );
    if (readerFor) return { text, languages: codes, notes };
    const doubts = await wrongLanguageNotes(text, languages, { shown, places });
    return { text, languages: codes, notes: [...notes, ...doubts] };
  };
}

/** Notes about a language other than those that the page was read in. */
async function wrongLanguageNotes(
  { words, confidence }: PictureText,
  languages: readonly LanguageData[],
  { shown, places }: { readonly shown: ShownPage; readonly places: RecognitionPlaces },
): Promise<readonly string[]> {
  const { image, options } = shown;
  const notes = languageNotes(words, languages, options, places);
  // The script takes a second to detect; with auto, it has been detected before.
  if (notes.length > 0 || confidence >= DOUBTFUL || options.lang === "auto") return notes;
  return scriptNotes(image, languages, options, places);
}

function merged(
  { content, choice }: PageToRecognise,
  { words, outlines, rules, applied }: PictureText,
): Pick<RecognisedPage, "content" | "source" | "reason"> {
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
    const source = words.length > 0 ? "ocr" : "none";
    return { content: withWordsOnly(drawn, withoutDoubles(words, own)), source, reason };
  }
  const news = withoutDoubles(words, content);
  return news.length === 0
    ? { content, source: "native", reason: choice.reason }
    : { content: withWordsAdded(drawn, news), source: "mixed", reason };
}

function pixelsToPoints(image: GreyImage, page: PageContent): Affine {
  return [page.width / image.width, 0, 0, page.height / image.height, 0, 0];
}

/** Glyphs at a smaller angle, in degrees, are upright. */
const LEVEL = 10;

/** Whether most of the page's visible glyphs are upright, which means that the page is. */
function hasUprightText({ count, flags, angle }: Glyphs): boolean {
  let [upright, all] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (((flags[i] ?? 0) & (GLYPH.BLANK | GLYPH.OFF_PAGE | GLYPH.INVISIBLE)) !== 0) continue;
    all++;
    if (Math.abs(angle[i] ?? 0) < LEVEL) upright++;
  }
  return upright > all / 2;
}

/** Below this confidence, the page gets a note. */
const DOUBTFUL = 0.6;

const NO_WORDS =
  "No words were recognised on this page, although it is not blank. It may be a photograph, a drawing or handwriting, " +
  "too blurred, or in a language other than those of lang.";

/** Words lower than this, in pixels, are too small to be read reliably. */
const SMALL = 14;

/** With small words, a page below this confidence gets a note. */
const DOUBTFUL_IF_SMALL = 0.8;

function doubtNotes(
  { words, confidence, isWhole }: PictureText,
  image: GreyImage,
  page: PageContent,
): string[] {
  if (!isWhole) return ["The page has more lines than are recognised; the rest was left out."];
  if (!words.some(isOfLetters) && hasMuchInk(image)) return [NO_WORDS];
  const height = (median(words.map(({ box }) => box.y1 - box.y0)) ?? 0) * pixelsPerPoint(image, page);
  if (height > 0 && height < SMALL && confidence < DOUBTFUL_IF_SMALL) return [tooSmall(height)];
  if (confidence >= DOUBTFUL) return [];
  return ["The recogniser was unsure of much of this page; it does not read handwriting."];
}

/** Resolution of the page's largest picture, if it is lower than that at which it was drawn. */
function pixelsPerPoint({ width: drawn }: GreyImage, { width, images }: PageContent): number {
  const [largest] = images.toSorted((one, other) => areaOf(other.box) - areaOf(one.box));
  const own = largest ? largest.pixelWidth / (largest.box.x1 - largest.box.x0) : Infinity;
  return Math.min(own, drawn / width);
}

function tooSmall(height: number): string {
  return (
    `The recogniser was unsure of this page: its words are only about ${Math.round(height)} pixels high. ` +
    "Scan it at a higher resolution."
  );
}
