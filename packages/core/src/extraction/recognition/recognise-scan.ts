import { type Affine, boundsOf, inverse } from "../geometry/affine.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import { GLYPH, type Glyphs, type PageContent } from "../page/page-content.ts";
import type { GreyImage } from "../raster/image/grey-image.ts";
import { isBlank } from "./pictures/blank-picture.ts";
import { cutPicture } from "./pictures/cut-picture.ts";
import type { LanguageData } from "../engines/ocr/language-data.ts";
import { languageNotes, scriptNotes } from "./languages/wrong-language.ts";
import { codesOf, languagesOf } from "./languages/detected-languages.ts";
import { withoutDoubles } from "./native-text/native-cover.ts";
import { MAX_RECOGNISED_PIXELS, resolutionFor } from "./pictures/page-resolution.ts";
import { nothingFound, type PageToRecognise, type RecognisedPage } from "./recognisers/page-to-recognise.ts";
import { type PictureText, readPicture } from "./reading/read-picture.ts";
import type { ShownPage } from "./reading/shown-page.ts";
import type { RecognitionPlaces } from "./engines/recognition-places.ts";
import type { ReadHere } from "./external-ocr/reading.ts";
import { doubtNotes } from "./doubts/doubt-notes.ts";
import { withEngine } from "./external-ocr/with-engine.ts";
import { trustedWords } from "./native-text/trusted-words.ts";
import { calibratedWords } from "./external-ocr/calibrated-words.ts";
import { meanConfidence } from "./words/confidence.ts";
import { PageModels } from "./recognisers/model-reader.ts";
import { builtInReader } from "./recognisers/text-reader.ts";
import { withRecogniser } from "./recognisers/warm-recognisers.ts";
import { withoutWordsOfTextures } from "./pictures/words-of-textures.ts";
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
  const toPage = pixelsToPoints(image, content);
  const lost = showsEveryImage(image, content, toPage) ? [] : await document.lostImages(number);
  const notes = note === "" ? lost : [note, ...lost];
  if (isBlank(image)) {
    // Its print may be too faint to be read.
    const faint = doubtNotes({
      image,
      content,
      words: [],
      hasOtherWords: false,
      engine: "wasm",
      mode: options.mode,
    });
    return { ...nothingFound(page, [...notes, ...faint]), isDoubtful: lost.length + faint.length > 0 };
  }
  const shown = { image, toPage, options, share: 1, isUpright: hasUprightText(content.glyphs) };
  const reading = await withEngine(page, shown, hereFor(page, shown, places));
  const { text, recognisers } = reading;
  const threshold = options.wordConfidenceThreshold;
  const certain = trustedWords(text.words, threshold);
  const trusted = threshold === 0 ? certain : withoutWordsOfTextures(certain, image);
  const words = calibratedWords(trusted, reading, threshold);
  const ofEngine = words.filter((word) => !reading.fromService.has(word));
  const doubts = doubtNotes({
    image,
    content,
    words: ofEngine,
    hasOtherWords: ofEngine.length < words.length,
    engine: reading.engine,
    mode: options.mode,
  });
  const found = words.length > 0;
  return {
    ...merged(page, { ...text, words }),
    notes: [...notes, ...reading.notes, ...(text.isWhole ? doubts : [TOO_MANY_LINES])],
    recognisers: found ? recognisers : [],
    confidence: found ? meanConfidence(words) : undefined,
    isDoubtful: !text.isWhole || doubts.length > 0 || lost.length > 0,
  };
}

/** Whether something is drawn where the page's images are; white images and those that cannot be decoded show nothing. */
function showsEveryImage(image: GreyImage, { images }: PageContent, toPage: Affine): boolean {
  const toImage = inverse(toPage);
  const parts = images.map(({ box: { x0, y0, x1, y1 } }) => boundsOf(toImage, [x0, y0, x1, y1]));
  return !isBlank(image) && !parts.some((part) => isBlank(cutPicture(image, part, 0)));
}

const TOO_MANY_LINES = "The page has more lines than are recognised; the rest was left out.";

function hereFor(page: PageToRecognise, shown: ShownPage, places: RecognitionPlaces): ReadHere {
  return async (readerFor) => {
    // Only in low_cost: lines near a cut are read slightly worse. Another engine has threads of its own.
    const helps = shown.options.mode === "low_cost" && !readerFor;
    const freeThreads = helps ? page.freeThreads : undefined;
    const { languages, notes } = await languagesOf(shown.image, shown.options, places);
    const codes = codesOf(languages);
    const models = new PageModels(codes, { ...places, askModels: page.engines?.askModels });
    const modelReader = readerFor ? undefined : models.reader;
    const text = await withRecogniser(languages, (recogniser) => {
      const reader = readerFor?.(codes) ?? builtInReader(recogniser);
      return readPicture({ ...shown, recogniser, reader, modelReader, languages, freeThreads });
    });
    if (readerFor) return { text, languages: codes, notes };
    const doubts = await wrongLanguageNotes(text, languages, { shown, places });
    return { text, languages: codes, notes: [...notes, ...models.notes, ...doubts] };
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
  // With auto, the script has been detected before.
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

/** Below this confidence of Tesseract, the page's script is detected, which takes a second. */
const DOUBTFUL = 0.6;
