import type { RecognisedWord } from "../../engines/ocr/recognised-word.ts";
import { type LinesRead, SEGMENTATION } from "../../engines/ocr/recogniser.ts";
import type { Rect } from "../../geometry/rect.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import type { PreparedPage } from "../../raster/prepare-page.ts";
import type { FreeThreads } from "../recognisers/free-threads.ts";
import type { StartedRecogniser } from "../recognisers/warm-recognisers.ts";
import type { ModelReader, TextReader } from "../recognisers/text-reader.ts";
import { moved } from "../words/moved-word.ts";
import { cutPicture } from "../pictures/cut-picture.ts";
import { stripsOf, writtenBox } from "../pictures/strips.ts";
import type { LanguageData } from "../../engines/ocr/language-data.ts";

/** This thread's recogniser and the other threads that can help it. */
export interface Readers {
  /** Starts the built-in recogniser, which also finds out which way is up. */
  readonly recogniser: StartedRecogniser;
  /** Reads the text: the same recogniser, or another engine. */
  readonly reader: TextReader;
  /** Resolves to the models, which read columns, doubtful lines and some scripts; both undefined if only `reader` reads. */
  readonly modelReader?: (() => Promise<ModelReader | undefined>) | undefined;
  /** Languages that the recogniser was started with. */
  readonly languages: readonly LanguageData[];
  /** Undefined if one thread reads the whole page. */
  readonly freeThreads: FreeThreads | undefined;
}

/**
 * Reads the written part of a page as a whole, or in strips if other threads can help; this thread reads the strips
 * that no other thread takes. Skips lines beyond `mostLines`.
 */
export async function readTogether(
  { image, bare, isColumn }: PreparedPage,
  { reader, modelReader, languages, freeThreads }: Readers,
  mostLines: number,
): Promise<LinesRead> {
  const models = await modelReader?.();
  if (models?.replaces === "everything" || (isColumn && models?.replaces === "columns")) {
    const shown = isColumn ? SEGMENTATION.BLOCK : SEGMENTATION.PAGE;
    const read = await withModels(() => models.read(image, shown, mostLines));
    if (read) return read;
  }
  // In a column, automatic page segmentation takes the amounts apart from their lines.
  if (isColumn) return reader.read(image, SEGMENTATION.BLOCK, mostLines);
  const boxes = stripsOf(bare, freeThreads?.parts ?? 1).map((strip) => writtenBox(bare, strip));
  const ofStrip = mostLines / boxes.length;
  const recognise = (part: GreyImage): LinesRead | Promise<LinesRead> =>
    reader.read(part, SEGMENTATION.PAGE, ofStrip);
  const [own, ...others] = boxes.map((box) => cutPicture(image, box, 0));
  // Requested first, so that the other threads run while this one reads.
  const asked = others.map(async (other) =>
    freeThreads?.read({ image: other, languages, mostLines: ofStrip }),
  );
  const parts = own ? [await recognise(own)] : [];
  const answers = await Promise.all(asked);
  for (const [index, part] of others.entries()) parts.push(answers[index] ?? (await recognise(part)));
  return {
    words: inOnePage(
      boxes,
      parts.map(({ words }) => words),
    ),
    lines: parts.reduce((sum, { lines }) => sum + lines, 0),
    isWhole: parts.every(({ isWhole }) => isWhole),
  };
}

/** If the models fail, Tesseract reads. */
async function withModels(read: () => LinesRead | Promise<LinesRead>): Promise<LinesRead | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

function inOnePage(
  boxes: readonly Rect[],
  parts: readonly (readonly RecognisedWord[])[],
): readonly RecognisedWord[] {
  const page: RecognisedWord[] = [];
  let line = 0;
  for (const [index, box] of boxes.entries()) {
    const words = (parts[index] ?? []).map((word) => ({
      ...moved(word, { x: box.x0, y: box.y0 }),
      line: line + word.line,
    }));
    line = words.reduce((last, word) => Math.max(last, word.line), line);
    page.push(...words);
  }
  return page;
}
