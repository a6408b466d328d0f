import type { Affine } from "../engines/native/graphics/affine.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import { GLYPH, type Glyphs, type PageContent } from "../page/page-content.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { hasMuchInk, isBlank } from "./pictures/blank-picture.ts";
import { languagesOf } from "./languages/detected-languages.ts";
import { withoutDoubles } from "./native-text/native-cover.ts";
import { MAX_RECOGNISED_PIXELS, resolutionFor } from "./pictures/page-resolution.ts";
import { nothingFound, type PageToRecognise, type RecognisedPage } from "./recognisers/page-to-recognise.ts";
import { type PictureText, readPicture } from "./reading/read-picture.ts";
import type { ShownPage } from "./reading/shown-page.ts";
import type { RecognitionPlaces } from "./recognisers/recognition-places.ts";
import { type Reading, elsewhereOrHere } from "./elsewhere/elsewhere-or-here.ts";
import { isOfLetters, trustedWords } from "./native-text/trusted-words.ts";
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
  const { text, notes: readingNotes } = await elsewhereOrHere(page, shown, () =>
    readHere(page, shown, places),
  );
  const certain = trustedWords(text.words, options.wordConfidenceThreshold);
  const keepsAll = options.wordConfidenceThreshold === 0;
  const trusted = { ...text, words: keepsAll ? certain : withoutWordsOfTextures(certain, image) };
  return { ...merged(page, trusted), notes: [...notes, ...readingNotes, ...doubtNotes(trusted, image)] };
}

async function readHere(
  page: PageToRecognise,
  shown: ShownPage,
  places: RecognitionPlaces,
): Promise<Reading> {
  // Only in low_cost: lines near a cut are read slightly worse.
  const freeThreads = shown.options.mode === "low_cost" ? page.freeThreads : undefined;
  const { languages, notes } = await languagesOf(shown.image, shown.options, places);
  const text = await withRecogniser(languages, (recogniser) =>
    readPicture({ ...shown, recogniser, languages, freeThreads }),
  );
  return { text, notes };
}

function merged(
  { content, choice }: PageToRecognise,
  { words, outlines, rules, applied }: PictureText,
): Omit<RecognisedPage, "notes"> {
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

function doubtNotes({ words, confidence, isWhole }: PictureText, image: GreyImage): string[] {
  if (!isWhole) return ["The page has more lines than are recognised; the rest was left out."];
  if (!words.some(isOfLetters) && hasMuchInk(image)) return [NO_WORDS];
  if (confidence >= DOUBTFUL) return [];
  return ["The recogniser was unsure of much of this page; it does not read handwriting."];
}
