import { boundsOf, concatenated } from "../../engines/native/graphics/affine.ts";
import { encodePng } from "../../engines/render/png.ts";
import { withoutMisreadBoxes } from "../../raster/check-boxes/check-box-words.ts";
import { checkBoxesOf } from "../../raster/check-boxes/check-boxes.ts";
import { preparePage } from "../../raster/prepare-page.ts";
import { clearBoxes } from "../pictures/clear-boxes.ts";
import { meanConfidence } from "../words/confidence.ts";
import type { AskedRecogniser } from "../recognisers/image-recogniser.ts";
import { placeWords } from "../words/place-words.ts";
import { outlineOf, type PictureText } from "../reading/read-picture.ts";
import { marksBoxes, type ShownPage } from "../reading/shown-page.ts";
import { rulesOf } from "../pictures/rules-of-picture.ts";
import { wordsFromElsewhere } from "./words-from-elsewhere.ts";

/**
 * Reads a picture with a custom recogniser. The picture is sent unprepared; check boxes and ruling lines are detected
 * here.
 */
export async function readElsewhere(
  { image, toPage, options }: ShownPage,
  recognise: AskedRecogniser,
): Promise<PictureText> {
  const { width, height, dpi, data } = image;
  const png = encodePng({ width, height, channels: 1, dpi, pixels: Uint8Array.from(data) });
  const answer = await recognise({ png, width, height, dpi, lang: options.lang });
  const words = wordsFromElsewhere(answer, image);
  const page = preparePage(image, {
    medianFilterSize: 0,
    gaussianBlurRadius: 0,
    isCalmed: false,
    // Orientation does not matter for shapes.
    upsideDown: "never",
    readLine: () => 0,
  });
  const found = marksBoxes(options) ? clearBoxes(checkBoxesOf(page.drawn), page.bare.ink) : [];
  const onImage = found.map((shape) => {
    const { x0, y0, x1, y1 } = shape.box;
    return { ...shape, box: boundsOf(page.toSource, [x0, y0, x1, y1]) };
  });
  const { boxes, words: legible } = withoutMisreadBoxes(onImage, words);
  return {
    words: placeWords(legible, toPage),
    rules: rulesOf(page.rulings, concatenated(page.toSource, toPage)),
    outlines: boxes.map((box) => outlineOf(box, toPage, options)),
    applied: [],
    isWhole: true,
    confidence: meanConfidence(words),
  };
}
