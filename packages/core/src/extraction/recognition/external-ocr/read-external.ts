import { boundsOf, concatenated } from "../../geometry/affine.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { encodePng } from "../../engines/render/png.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { CustomEngine } from "../../options/ocr-engines.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { withoutMisreadBoxes } from "../../raster/check-boxes/check-box-words.ts";
import { checkBoxesOf } from "../../raster/check-boxes/check-boxes.ts";
import { NOTHING_READ } from "../../raster/geometry/orientation.ts";
import { type PreparedPage, preparePage } from "../../raster/prepare-page.ts";
import { clearBoxes } from "../pictures/clear-boxes.ts";
import { meanConfidence } from "../words/confidence.ts";
import type { AskedRecogniser, ImageToRecognise } from "../engines/image-recogniser.ts";
import { placeWords } from "../words/place-words.ts";
import { outlineOf, type PictureText } from "../reading/read-picture.ts";
import { marksBoxes, type ShownPage } from "../reading/shown-page.ts";
import { rulesOf } from "../pictures/rules-of-picture.ts";
import { placedByWords } from "./placed-by-words.ts";
import type { ReadHere, Reading } from "./reading.ts";
import { withRoomBetween } from "./room-between-words.ts";
import { checkedWords } from "../recognisers/checked-words.ts";

/** An engine that reads pages as they are drawn, and the reading here that gives its text a place. */
export interface ExternalEngine {
  readonly engine: CustomEngine;
  readonly ask: AskedRecogniser;
  readonly readHere: ReadHere;
}

/**
 * Reads a picture with a custom recogniser. The picture is sent unprepared; check boxes and ruling lines are detected
 * here. Text without boxes is placed by the words that the built-in recogniser finds.
 */
export async function readExternally(
  shown: ShownPage,
  { engine, ask, readHere }: ExternalEngine,
): Promise<Reading> {
  const { image, options } = shown;
  const { words, text, model, notes = [] } = await ask(imageFor(image, { engine, lang: options.lang }));
  if (words === undefined && text !== undefined) {
    const here = await readHere();
    const placed = placedByWords(text, here.text, regionOf(shown));
    const parted = { ...placed.text, words: withRoomBetween(placed.text.words) };
    return { text: parted, engine, model, notes: [...notes, ...placed.notes] };
  }
  return { text: await withShapes(shown, checkedWords(words ?? [], image)), engine, model, notes };
}

function regionOf({ image, toPage }: ShownPage): Rect {
  return boundsOf(toPage, [0, 0, image.width, image.height]);
}

/** The image as engines get it. */
export function imageFor(
  { width, height, dpi, data }: GreyImage,
  { engine, lang }: Pick<ImageToRecognise, "engine" | "lang">,
): ImageToRecognise {
  const png = encodePng({ width, height, channels: 1, dpi, pixels: Uint8Array.from(data) });
  return { png, width, height, dpi, lang, engine, shows: "page" };
}

async function withShapes(
  { image, toPage, options }: ShownPage,
  words: readonly RecognisedWord[],
): Promise<PictureText> {
  const page = await shapesOf(image);
  const found = marksBoxes(options) ? clearBoxes(checkBoxesOf(page.drawn), page.bare.ink) : [];
  const onImage = found.map((shape) => {
    const { x0, y0, x1, y1 } = shape.box;
    return { ...shape, box: boundsOf(page.toSource, [x0, y0, x1, y1]) };
  });
  const { boxes, words: legible } = withoutMisreadBoxes(onImage, words);
  return {
    words: withRoomBetween(placeWords(legible, toPage)),
    rules: rulesOf(page.rulings, concatenated(page.toSource, toPage)),
    outlines: boxes.map((box) => outlineOf(box, toPage, options)),
    applied: [],
    isWhole: true,
    unread: [],
    confidence: meanConfidence(words),
  };
}

function shapesOf(image: GreyImage): Promise<PreparedPage> {
  return preparePage(image, {
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    isCalmed: false,
    // Orientation does not matter for shapes.
    upsideDown: "never",
    columns: "as-pages",
    readLine: () => NOTHING_READ,
  });
}
