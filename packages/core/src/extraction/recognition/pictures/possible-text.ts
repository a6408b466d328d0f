import type { Look, OpenedDocument } from "../../engines/open-document.ts";
import type { ImageSource, PlacedImage } from "../../page/page-content.ts";
import type { Rect } from "../../geometry/rect.ts";
import { writtenLines } from "../../raster/ink/written-lines.ts";
import { FEWEST_LETTERS, letterCount, lookAt } from "./look.ts";
import type { PictureRegion } from "./picture-regions.ts";

/** Judgements kept per document, so that a picture on every page is decoded once. */
const MOST_KEPT = 1000;

/** Images so large that they would be examined at a lower resolution, in dpi, are not judged by themselves. */
const COARSEST = 100;

const kept = new WeakMap<object, Map<string, number | Promise<number>>>();

/**
 * Leaves out the pictures whose own pixels, without what the page draws over them, do not look like they contain text.
 * Pictures that only the renderer can show stay in.
 */
export async function picturesWithPossibleText(
  document: Pick<OpenedDocument, "smallPictures">,
  pictures: readonly PictureRegion[],
): Promise<readonly PictureRegion[]> {
  const possible: PictureRegion[] = [];
  for (const picture of pictures) {
    if ((await lettersIn(document, picture)) >= FEWEST_LETTERS) possible.push(picture);
  }
  return possible;
}

/** Number of letters that the images of a picture seem to show; Infinity if that is not known. */
async function lettersIn(
  document: Pick<OpenedDocument, "smallPictures">,
  { images }: PictureRegion,
): Promise<number> {
  if (images.length > MOST_COMPARED || images.some(({ source }) => !source) || areSlices(images))
    return Infinity;
  let letters = 0;
  for (const { source } of images) {
    if (source) letters += await keptLetters(document, source);
    if (letters >= FEWEST_LETTERS) break;
  }
  return letters;
}

function keptLetters(
  document: Pick<OpenedDocument, "smallPictures">,
  { object, box }: ImageSource,
): number | Promise<number> {
  const look = lookAt(box);
  if (look.dpi < COARSEST) return Infinity;
  const known = kept.get(document) ?? new Map<string, number | Promise<number>>();
  kept.set(document, known);
  const key = `${object} ${look.width} ${look.height}`;
  const letters = known.get(key) ?? lettersOf(document, object, look);
  if (known.size < MOST_KEPT) known.set(key, letters);
  return letters;
}

async function lettersOf(
  document: Pick<OpenedDocument, "smallPictures">,
  object: string,
  look: Look,
): Promise<number> {
  const pictures = await document.smallPictures(object, look);
  return pictures ? Math.max(...pictures.map((picture) => letterCount(writtenLines(picture)))) : Infinity;
}

/** Edges of two slices of one picture differ by at most this, in points. */
const SAME_EDGE = 1;

/** A picture of more images is a pattern or in tiles. */
const MOST_COMPARED = 200;

/** Slices of at least this width or height, in points, are judged by themselves: few of their lines are cut. */
const WIDE = 36;

/** Whether narrow images continue one another side by side or one below the other, so that letters may be cut. */
function areSlices(images: readonly PlacedImage[]): boolean {
  return images.some((image) => images.some((other) => other !== image && continues(image.box, other.box)));
}

function continues(one: Rect, other: Rect): boolean {
  const isNarrow = Math.min(one.x1 - one.x0, other.x1 - other.x0) < WIDE;
  const isLow = Math.min(one.y1 - one.y0, other.y1 - other.y0) < WIDE;
  const isBeside = isNarrow && (near(one.x1, other.x0) || near(one.x0, other.x1));
  const isBelow = isLow && (near(one.y1, other.y0) || near(one.y0, other.y1));
  return (
    (isBeside && near(one.y0, other.y0) && near(one.y1, other.y1)) ||
    (isBelow && near(one.x0, other.x0) && near(one.x1, other.x1))
  );
}

function near(one: number, other: number): boolean {
  return Math.abs(one - other) <= SAME_EDGE;
}
