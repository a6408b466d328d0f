import { createHash } from "node:crypto";
import { IDENTITY } from "../../geometry/affine.ts";
import type { LinesRead, Recogniser, Segmentation } from "../../engines/ocr/recogniser.ts";
import { openDocument } from "../../engines/open-document.ts";
import { parseExtractOptions } from "../../options/extract-options.ts";
import { optionsInMode } from "../../options/options-in-mode.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { chooseLanguages } from "../languages/languages.ts";
import { MAX_RECOGNISED_PIXELS, resolutionFor } from "../pictures/page-resolution.ts";
import { bestLook } from "../reading/best-look.ts";
import { LineBudget } from "../reading/line-budget.ts";
import type { RecognitionPlaces } from "../engines/recognition-places.ts";
import type { TextReader } from "../recognisers/text-reader.ts";
import { withRecogniser } from "../recognisers/warm-recognisers.ts";

/**
 * Finds the rotation that is applied to pictures before recognition. Only what decides it is read, and each prepared
 * image once: pictures that differ by a quarter turn often become the same.
 */
export class TurnFinder {
  readonly #lang: string;
  readonly #places: RecognitionPlaces;
  readonly #read = new Map<string, LinesRead>();

  /** Languages whose data is missing are skipped. */
  constructor({ lang = "eng", tessdata = [] }: { readonly lang?: string } & Partial<RecognitionPlaces> = {}) {
    this.#lang = lang;
    this.#places = { tessdata };
  }

  /** Returns the rotation of a picture in degrees: 0, 90, 180 or 270. */
  async turnsFound(png: Uint8Array): Promise<number> {
    const options = optionsInMode(
      parseExtractOptions({ mode: "low_cost", lang: this.#lang, missingLanguages: "skip" }),
    );
    const image = await drawn(png);
    const { languages } = await chooseLanguages(options, this.#places);
    const { page } = await withRecogniser(languages, async (recogniser) => {
      const readers = {
        recogniser,
        reader: this.#once(await recogniser()),
        languages,
        freeThreads: undefined,
      };
      const picture = { image, toPage: IDENTITY, options, share: 1, isUpright: false, ...readers };
      return bestLook(picture, new LineBudget(1));
    });
    return Number(/turned by (?<degrees>\d+)°/u.exec(page.applied.join())?.groups?.["degrees"] ?? 0);
  }

  #once(recogniser: Recogniser): TextReader {
    return {
      read: (image: GreyImage, segmentation: Segmentation, mostLines: number) => {
        const key = `${digestOf(image)} ${segmentation} ${mostLines}`;
        const read = this.#read.get(key) ?? recogniser.read(image, segmentation, mostLines);
        this.#read.set(key, read);
        return read;
      },
    };
  }
}

async function drawn(png: Uint8Array): Promise<GreyImage> {
  await using document = await openDocument(png, { password: "" });
  const { content } = await document.readPage(1, { blocks: false, structure: false, annotationNotes: false });
  const shown = { dpi: resolutionFor(content), maxPixels: MAX_RECOGNISED_PIXELS };
  return (await document.drawPage(1, shown)).image;
}

function digestOf({ width, height, dpi, data }: GreyImage): string {
  return `${createHash("sha1").update(data).digest("hex")} ${width} ${height} ${dpi}`;
}
