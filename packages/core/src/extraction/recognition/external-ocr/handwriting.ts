import { boundsOf, concatenated, inverse } from "../../geometry/affine.ts";
import { isOutOfMemory } from "../../failure/out-of-memory.ts";
import type { Rect } from "../../geometry/rect.ts";
import { cutPicture } from "../pictures/cut-picture.ts";
import { type AskedEngines, type PageRecogniser, sendsHandwriting, together } from "../engines/engines.ts";
import type { PictureText } from "../reading/read-picture.ts";
import type { ShownPage } from "../reading/shown-page.ts";
import { withCalibratedConfidence } from "../words/calibrated-confidence.ts";
import { meanConfidence } from "../words/confidence.ts";
import type { PlacedWord } from "../words/placed-word.ts";
import { placeWords } from "../words/place-words.ts";
import { doubtfulRegions } from "./doubtful-regions.ts";
import { placedByWords } from "./placed-by-words.ts";
import { imageFor } from "./read-external.ts";
import { isWithin } from "./text/boxes.ts";
import type { ReadByParts } from "./reading.ts";
import { withRoomBetween } from "./room-between-words.ts";
import { checkedWords } from "../recognisers/checked-words.ts";

/** Lets the OCR service read what looks handwritten or was read with low confidence, if the options say so. */
export async function withHandwriting(
  reading: ReadByParts,
  { image, toPage, options }: ShownPage,
  engines: AskedEngines | undefined,
): Promise<ReadByParts> {
  if (!engines || !sendsHandwriting(options, engines)) return reading;
  let { text, recognisers } = reading;
  const fromService = new Set<PlacedWord>();
  const notes = [...reading.notes];
  const toImage = inverse(toPage);
  const words = withCalibratedConfidence(text.words, reading.engine);
  for (const region of doubtfulRegions({ words, unread: text.unread })) {
    const pixels = boundsOf(toImage, [region.x0, region.y0, region.x1, region.y1]);
    const cut = cutPicture(image, pixels, 0);
    const [x, y] = [Math.max(0, Math.floor(pixels.x0)), Math.max(0, Math.floor(pixels.y0))];
    try {
      const answer = await engines.ask(imageFor(cut, { engine: "service", lang: options.lang }));
      const part = partWithin(text, region);
      const ofRegion = answer.words
        ? placeWords(checkedWords(answer.words, cut), concatenated([1, 0, 0, 1, x, y], toPage))
        : placedByWords(answer.text ?? "", part, region).text.words;
      if (ofRegion.length === 0) continue;
      const own = afterLines(withRoomBetween(ofRegion), text.words);
      text = withRegion(text, { region, words: own });
      for (const word of own) fromService.add(word);
      recognisers = counted(recognisers, part.words.length, {
        engine: "service",
        model: answer.model,
        words: ofRegion.length,
      });
      notes.push(...(answer.notes ?? []).filter((note) => !notes.includes(note)));
    } catch (error) {
      if (isOutOfMemory(error)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      notes.push(`The OCR service could not read what looks handwritten: ${why}`);
      break;
    }
  }
  return { ...reading, text, fromService, recognisers, notes };
}

/** The words with line numbers that no other word has. */
function afterLines(words: readonly PlacedWord[], others: readonly PlacedWord[]): readonly PlacedWord[] {
  const last = others.reduce((most, { line }) => Math.max(most, line), 0);
  return words.map((word) => ({ ...word, line: last + 1 + word.line }));
}

function partWithin(text: PictureText, region: Rect): PictureText {
  return {
    ...text,
    words: text.words.filter(({ box }) => isWithin(box, region)),
    unread: text.unread.filter((box) => isWithin(box, region)),
  };
}

function withRegion(
  text: PictureText,
  { region, words }: { readonly region: Rect; readonly words: readonly PlacedWord[] },
): PictureText {
  const kept = text.words.filter(({ box }) => !isWithin(box, region));
  const all = [...kept, ...words];
  const unread = text.unread.filter((box) => !isWithin(box, region));
  return { ...text, words: all, unread, confidence: meanConfidence(all) };
}

/** The engine that read most words loses those that were replaced. */
function counted(
  recognisers: readonly PageRecogniser[],
  replaced: number,
  service: PageRecogniser,
): readonly PageRecogniser[] {
  const [first, ...others] = recognisers;
  const rest = first ? [{ ...first, words: first.words - replaced }, ...others] : others;
  return together([...rest, service]).filter(({ words }) => words > 0);
}
