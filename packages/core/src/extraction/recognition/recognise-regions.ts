import type { PagePart } from "../engines/open-document.ts";
import type { ExtractOptions } from "../options/extract-options.ts";
import { areaOf } from "../geometry/rect.ts";
import { codesOf, languagesOf } from "./languages/detected-languages.ts";
import type { ReadByParts, ReadHere } from "./external-ocr/reading.ts";
import { calibratedWords } from "./external-ocr/calibrated-words.ts";
import { withEngine } from "./external-ocr/with-engine.ts";
import { withoutCovered } from "./native-text/without-covered.ts";
import { glyphBoxes, withoutDoubles } from "./native-text/native-cover.ts";
import { pictureRegions } from "./pictures/picture-regions.ts";
import { picturesWithPossibleText } from "./pictures/possible-text.ts";
import { MAX_RECOGNISED_PIXELS, USUAL_DPI } from "./pictures/page-resolution.ts";
import { type PageRecogniser, together } from "./engines/engines.ts";
import { nothingFound, type PageToRecognise, type RecognisedPage } from "./recognisers/page-to-recognise.ts";
import type { PlacedWord } from "./words/placed-word.ts";
import { readRegion, type RegionToRead } from "./reading/read-region.ts";
import type { RecognitionPlaces } from "./engines/recognition-places.ts";
import { trustedInPicture } from "./native-text/trusted-words.ts";
import { meanConfidence } from "./words/confidence.ts";
import { PageModels } from "./recognisers/model-reader.ts";
import { builtInReader } from "./recognisers/text-reader.ts";
import { withRecogniser } from "./recognisers/warm-recognisers.ts";
import { withWordsAdded } from "./words/word-glyphs.ts";
import {
  mapped,
  partToPage,
  toPart,
  type WrittenRegion,
  writtenRegions,
} from "./pictures/written-regions.ts";

/** Reads the pictures that look like they contain text, on a page that has text of its own. */
export async function recogniseRegions(
  page: PageToRecognise,
  options: ExtractOptions,
  places: RecognitionPlaces,
): Promise<RecognisedPage> {
  const { document, number, content, choice } = page;
  const pictures = await picturesWithPossibleText(document, pictureRegions(content));
  const boxes = pictures.map(({ box }) => box);
  const regions = await writtenRegions(document, page, boxes);
  if (regions.length === 0) return nothingFound(page, []);
  const wanted = regions.map(({ box }) => ({ box, dpi: USUAL_DPI }));
  const parts = await document.drawParts(number, wanted, { maxPixels: MAX_RECOGNISED_PIXELS });
  const words: PlacedWord[] = [];
  const notes = new Set<string>();
  const recognisers: PageRecogniser[] = [];
  for (const [index, region] of regions.entries()) {
    const part = parts[index];
    if (!part) continue;
    const reading = await read(page, regionToRead(page, { region, part }, options), places);
    const threshold = options.wordConfidenceThreshold;
    const trusted = trustedInPicture(reading.text.words, threshold);
    const certain = calibratedWords(trusted, reading, threshold);
    const found = withoutDoubles(certain, content);
    const last = words.reduce((most, { line }) => Math.max(most, line), 0);
    words.push(...found.map((word) => ({ ...word, line: last + 1 + word.line })));
    if (found.length === 0) continue;
    recognisers.push(...reading.recognisers);
    for (const note of [...reading.notes, ...doubtNotes(reading)]) notes.add(note);
  }
  if (words.length === 0) return nothingFound(page, []);
  return {
    content: withWordsAdded(content, words),
    source: "mixed",
    reason: choice.reason,
    notes: [...notes],
    recognisers: together(recognisers),
    confidence: meanConfidence(words),
  };
}

function regionToRead(
  { content }: PageToRecognise,
  { region, part }: { readonly region: WrittenRegion; readonly part: PagePart },
  options: ExtractOptions,
): RegionToRead {
  const pixels = toPart(part);
  const covered = glyphBoxes(content.glyphs).map((box) => mapped(box, pixels));
  return {
    image: withoutCovered(part.image, covered),
    toPage: partToPage(part),
    options,
    share: areaOf(part.box) / (content.width * content.height),
    isUpright: true,
    lines: region.lines.map((line) => ({ ...line, box: mapped(line.box, pixels) })),
  };
}

function read(page: PageToRecognise, region: RegionToRead, places: RecognitionPlaces): Promise<ReadByParts> {
  const here: ReadHere = async (readerFor) => {
    const { languages, notes } = await languagesOf(region.image, region.options, places);
    const codes = codesOf(languages);
    const models = new PageModels(codes, { ...places, askModels: page.engines?.askModels });
    const modelReader = readerFor ? undefined : models.reader;
    const text = await withRecogniser(languages, (recogniser) => {
      const reader = readerFor?.(codes) ?? builtInReader(recogniser);
      return readRegion({ ...region, recogniser, reader, modelReader, languages, freeThreads: undefined });
    });
    return { text, languages: codes, notes: [...notes, ...models.notes] };
  };
  return withEngine(page, region, here);
}

/** Below this confidence of all words of a picture, also those left out, the page gets a note. */
const DOUBTFUL = 0.5;

function doubtNotes(reading: ReadByParts): readonly string[] {
  const { words, isWhole } = reading.text;
  if (isWhole && meanConfidence(calibratedWords(words, reading, 0)) >= DOUBTFUL) return [];
  return ["A picture on the page could be read only in part."];
}
