import type { OpenedDocument } from "../engines/open-document.ts";
import type { ExtractOptions } from "../extract-options.ts";
import type { TextSource } from "../extracted-document.ts";
import type { PageContent } from "../page/page-content.ts";
import type { Rect } from "../page/rect.ts";
import { isBlank } from "./blank-picture.ts";
import { chooseLanguages } from "./languages.ts";
import { withoutDoubles } from "./native-cover.ts";
import { MAX_RECOGNISED_PIXELS, resolutionFor } from "./page-resolution.ts";
import type { PlacedWord } from "./placed-word.ts";
import { readPicture } from "./read-picture.ts";
import type { RecognitionPlaces } from "./recognition-places.ts";
import { withRecogniser } from "./warm-recognisers.ts";
import { withWordsAdded, withWordsOnly } from "./word-glyphs.ts";

/** A page that may carry text to be recognised. */
export interface PageToRecognise {
  readonly document: OpenedDocument;
  readonly number: number;
  /** What an engine read of it. */
  readonly content: PageContent;
  /** `mixed` keeps the page's own glyphs. */
  readonly source: "ocr" | "mixed";
  /** Where to look, in points. */
  readonly regions: readonly Rect[];
}

export interface RecognisedPage {
  readonly content: PageContent;
  readonly source: TextSource;
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
  const { image, note } = await document.drawPage(number, {
    dpi: resolutionFor(content),
    maxPixels: MAX_RECOGNISED_PIXELS,
  });
  const notes = note === "" ? [] : [note];
  if (isBlank(image)) return nothingFound(page, notes);
  const { languages, missing } = await chooseLanguages(options, places);
  const words = await withRecogniser(languages, (recogniser) =>
    readPicture({ image, content, recogniser, options }),
  );
  return {
    ...merged(
      page,
      words.filter(({ confidence }) => confidence >= options.wordConfidenceThreshold),
    ),
    notes: [...notes, ...missingNotes(missing, languages)],
  };
}

function merged(page: PageToRecognise, words: readonly PlacedWord[]): Omit<RecognisedPage, "notes"> {
  if (page.source === "ocr") {
    const source = words.length > 0 ? "ocr" : "none";
    return { content: withWordsOnly(page.content, words), source };
  }
  const news = withoutDoubles(words, page.content).filter((word) => isWithin(word, page.regions));
  return news.length === 0
    ? { content: page.content, source: "native" }
    : { content: withWordsAdded(page.content, news), source: "mixed" };
}

function nothingFound({ content, source }: PageToRecognise, notes: readonly string[]): RecognisedPage {
  return { content, source: source === "mixed" ? "native" : "none", notes };
}

function isWithin({ box }: PlacedWord, regions: readonly Rect[]): boolean {
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return regions.some((region) => x >= region.x0 && x <= region.x1 && y >= region.y0 && y <= region.y1);
}

function missingNotes(missing: readonly string[], languages: readonly { readonly code: string }[]): string[] {
  if (missing.length === 0) return [];
  const used = languages.map(({ code }) => code).join("+");
  return [`No language data for ${missing.join(", ")} is installed; the page was read as ${used}.`];
}
