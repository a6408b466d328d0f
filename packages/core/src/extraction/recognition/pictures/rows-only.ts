import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { moved } from "../words/moved-word.ts";

const PAPER = 255;

/** Rows above and below a line that belong to its letters, as a share of its height. */
const AROUND = 0.3;

/** White rows between parts of the picture. */
const APART = 8;

/** Rows of a picture one below another, and where they come from. */
export interface RowsOfPicture {
  readonly image: GreyImage;
  /** Moves a word that was recognised in `image` to its place in the picture. */
  readonly toPicture: (word: RecognisedWord) => RecognisedWord;
}

interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Returns only the rows of a picture that the given lines are in, so that the others cost no time. */
export function rowsOnly(picture: GreyImage, lines: readonly Rect[]): RowsOfPicture {
  const { width, data: source, dpi } = picture;
  const parts = rowsOf(lines, picture.height);
  const height = parts.reduce((sum, { from, to }) => sum + to - from + APART, APART);
  const data = new Uint8Array(width * height).fill(PAPER);
  const starts: number[] = [];
  let y = APART;
  for (const { from, to } of parts) {
    data.set(source.subarray(width * from, width * to), width * y);
    starts.push(y);
    y += to - from + APART;
  }
  const toPicture = (word: RecognisedWord): RecognisedWord => {
    const middle = (word.box.y0 + word.box.y1) / 2;
    const index = Math.max(
      0,
      starts.findLastIndex((start) => start <= middle),
    );
    return moved(word, { y: (parts[index]?.from ?? 0) - (starts[index] ?? 0) });
  };
  return { image: { width, height, data, dpi }, toPicture };
}

/** The rows of lines from top to bottom; overlapping ones are one. */
function rowsOf(lines: readonly Rect[], height: number): readonly Rows[] {
  const rows: Rows[] = [];
  for (const { y0, y1 } of lines.toSorted((one, other) => one.y0 - other.y0)) {
    const reach = AROUND * (y1 - y0);
    const from = Math.max(0, Math.floor(y0 - reach));
    const to = Math.min(height, Math.ceil(y1 + reach));
    const last = rows.at(-1);
    if (last && from <= last.to) rows[rows.length - 1] = { ...last, to: Math.max(to, last.to) };
    else if (to > from) rows.push({ from, to });
  }
  return rows;
}
