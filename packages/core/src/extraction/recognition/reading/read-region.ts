import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { areaOf, sharedArea } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { inverted } from "../../raster/clean-up/invert.ts";
import type { WrittenLine } from "../../raster/ink/written-lines.ts";
import { readLine } from "../pictures/line-picture.ts";
import type { TextReader } from "../recognisers/text-reader.ts";
import { placeWords } from "../words/place-words.ts";
import { type PictureText, readPicture } from "./read-picture.ts";
import type { PictureToRead, ShownPage } from "./shown-page.ts";
import { mapped } from "../pictures/written-regions.ts";

/** A picture on a page with the lines that look like text, in its pixels. */
export interface RegionToRead extends ShownPage {
  readonly lines: readonly WrittenLine[];
}

/** Number of longest lines that are read to decide whether the region has text. */
const LINES_TRIED = 6;

/** A word with this many letters or digits and this confidence is text. */
const TELLING_WORD = /\p{L}{3}|\p{N}{3}/u;
const CERTAIN = 0.7;

/** Limit, because each line takes some milliseconds. */
const MOST_LINES = 60;

/** If words cover this share of a line, it was already read. */
const READ = 0.3;

/** Reads a picture and then the lines it missed; returns nothing if its longest lines have no text. */
export async function readRegion(region: PictureToRead & RegionToRead): Promise<PictureText> {
  const { image, lines, reader, toPage } = region;
  const negative = inverted(image);
  const read = (line: WrittenLine): Promise<readonly RecognisedWord[]> =>
    readWritten({ image, negative }, line, reader);
  const longest = lines.toSorted((one, other) => other.letters - one.letters).slice(0, LINES_TRIED);
  if (!(await hasText(longest, read))) return NOTHING;
  const text = await readPicture(region);
  const words = [...text.words];
  for (const line of lines.slice(0, MOST_LINES)) {
    const box = mapped(line.box, toPage);
    const covered = words.reduce((sum, word) => sum + sharedArea(word.box, box), 0);
    if (covered >= READ * areaOf(box)) continue;
    const last = words.reduce((most, word) => Math.max(most, word.line), 0);
    const missed = placeWords(await read(line), toPage);
    words.push(...missed.map((word) => ({ ...word, line: last + 1 + word.line })));
  }
  return { ...text, words };
}

const NOTHING: PictureText = {
  words: [],
  outlines: [],
  rules: [],
  applied: [],
  isWhole: true,
  unread: [],
  confidence: 1,
};

function readWritten(
  { image, negative }: { readonly image: GreyImage; readonly negative: GreyImage },
  { box, isLightOnDark }: WrittenLine,
  reader: TextReader,
): Promise<readonly RecognisedWord[]> {
  return readLine(isLightOnDark ? negative : image, { line: box, scale: 1 }, reader);
}

async function hasText(
  lines: readonly WrittenLine[],
  read: (line: WrittenLine) => Promise<readonly RecognisedWord[]>,
): Promise<boolean> {
  for (const line of lines) if ((await read(line)).some(isTelling)) return true;
  return false;
}

function isTelling({ text, confidence }: RecognisedWord): boolean {
  return confidence >= CERTAIN && TELLING_WORD.test(text);
}
