import { basename } from "node:path";
import { type OnnxModel, startOnnxRuntime } from "../../../engines/onnx/onnx-runtime.ts";
import type { GreyImage } from "../../../raster/image/grey-image.ts";
import type { ImageContent, WordInImage } from "../image-recogniser.ts";
import { CtcDecoder } from "./ctc-decoder.ts";
import { lineImage } from "./line-image.ts";
import { upright } from "./line-direction.ts";
import { findModels } from "./model-folder.ts";
import { wholeOf } from "./quad.ts";
import { detectLines } from "./text-detection.ts";
import { readLines } from "./text-recognition.ts";
import { wordsOfLine } from "./words-of-line.ts";

/** More lines than a page can have: the output of a model that does not fit. */
const MOST_LINES = 1000;

/** The longer side of the image in which lines are searched: the letters of receipts are large, those of pages small. */
const SEARCHED = { block: 960, page: 1920 } as const;

/** Reads images with the models of a folder. */
export interface OnnxReader {
  /** For the record of a page. */
  readonly model: string;
  read(image: GreyImage, shows: ImageContent): Promise<readonly WordInImage[]>;
}

/** Where the models are and how many threads run them. */
export interface OnnxSettings {
  readonly folder: string;
  /** Folder of the model of detection; by default `folder`. */
  readonly detection?: string | undefined;
  readonly threads: number;
}

/** @throws Error with what to install or which file is missing. */
export async function createOnnxReader({
  folder,
  detection: other,
  threads,
}: OnnxSettings): Promise<OnnxReader> {
  const runtime = await startOnnxRuntime(threads);
  const { det, rec, cls, characters } = await findModels(folder, other);
  const detection = await runtime.load(det);
  const recognition = await runtime.load(rec);
  const direction: OnnxModel | undefined = cls === undefined ? undefined : await runtime.load(cls);
  const decoder = new CtcDecoder(characters);
  return {
    model: basename(folder),
    async read(image, shows) {
      const longest = shows === "block" ? SEARCHED.block : SEARCHED.page;
      const quads = shows === "line" ? [wholeOf(image)] : await detectLines(detection, image, longest);
      const cut = quads.slice(0, MOST_LINES).map((quad) => lineImage(image, quad));
      const lines = await upright(direction, cut);
      const read = await readLines(recognition, lines, decoder);
      return lines.flatMap((line, index) => wordsOfLine(line, read[index] ?? [], index + 1));
    },
  };
}
