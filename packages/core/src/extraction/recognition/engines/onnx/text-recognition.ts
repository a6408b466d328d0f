import type { OnnxModel } from "../../../engines/onnx/onnx-runtime.ts";
import type { CtcDecoder, ReadCharacter } from "./ctc-decoder.ts";
import { LINE_HEIGHT, type LineImage, linesInput } from "./line-image.ts";

/** Lines are read in batches of similar width. */
const BATCH = 1;

/** Narrower batches are padded to this width, as in training. */
const LEAST_WIDTH = 160;

/** Reads lines; returns the characters of each. */
export async function readLines(
  model: OnnxModel,
  lines: readonly LineImage[],
  decoder: CtcDecoder,
): Promise<readonly (readonly ReadCharacter[])[]> {
  const order = [...lines.keys()].toSorted((one, other) => widthAt(lines, one) - widthAt(lines, other));
  const results: (readonly ReadCharacter[])[] = lines.map(() => []);
  for (let start = 0; start < order.length; start += BATCH) {
    const batch = order.slice(start, start + BATCH);
    const images = batch.flatMap((index) => lines[index] ?? []);
    const width = Math.max(LEAST_WIDTH, ...images.map((line) => line.width));
    const output = await model.run(linesInput(images, width));
    for (const [row, index] of batch.entries()) {
      results[index] = decoder.decode(output, { row, width, lineWidth: widthAt(lines, index) });
    }
  }
  return results;
}

function widthAt(lines: readonly LineImage[], index: number): number {
  return lines[index]?.width ?? LINE_HEIGHT;
}
