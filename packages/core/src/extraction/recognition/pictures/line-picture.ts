import { boundsOf, type Affine } from "../../geometry/affine.ts";
import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { straightened } from "../../raster/geometry/straighten.ts";
import type { TextReader } from "../recognisers/text-reader.ts";
import { cutPicture } from "./cut-picture.ts";

/** White margin around a line, in pixels: the recogniser needs it to find the ends of the line. */
const MARGIN = 10;

/** Pixels around a line that are read with it, because they may belong to its letters. */
const REACH = 3;

/** Reads part of a picture as one line, enlarged by `scale`; returns words in pixels of the picture. */
export async function readLine(
  image: GreyImage,
  { line, scale }: { readonly line: Rect; readonly scale: number },
  reader: TextReader,
): Promise<readonly RecognisedWord[]> {
  const x0 = Math.max(0, Math.floor(line.x0 - REACH));
  const y0 = Math.max(0, Math.floor(line.y0 - REACH));
  const cut = cutPicture(image, { x0, y0, x1: line.x1 + REACH, y1: line.y1 + REACH }, MARGIN);
  const { image: enlarged } = scale === 1 ? { image: cut } : straightened(cut, { skew: 0, scale });
  const toImage: Affine = [1 / scale, 0, 0, 1 / scale, x0 - MARGIN, y0 - MARGIN];
  const { words } = await reader.read(enlarged, SEGMENTATION.LINE, Infinity);
  return words.map((word) => ({
    ...word,
    box: mapped(word.box, toImage),
    baseline: mapped(word.baseline, toImage),
  }));
}

function mapped({ x0, y0, x1, y1 }: Rect, by: Affine): Rect {
  return boundsOf(by, [x0, y0, x1, y1]);
}
