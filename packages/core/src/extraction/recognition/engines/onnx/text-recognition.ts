import type { OnnxModel } from "../../../engines/onnx/onnx-runtime.ts";
import type { CtcDecoder, ReadCharacter } from "./ctc-decoder.ts";
import { type LineImage, linesInput } from "./line-image.ts";

/** Narrower lines are padded to this width, as in training. */
const LEAST_WIDTH = 160;

/** Returns the characters of each line. They are read one by one: a batch takes as long as its widest line, each time. */
export async function readLines(
  model: OnnxModel,
  lines: readonly LineImage[],
  decoder: CtcDecoder,
): Promise<readonly (readonly ReadCharacter[])[]> {
  const results: (readonly ReadCharacter[])[] = [];
  for (const line of lines) {
    const width = Math.max(LEAST_WIDTH, line.width);
    const output = await model.run(linesInput([line], width));
    results.push(decoder.decode(output, { width, lineWidth: line.width }));
  }
  return results;
}
