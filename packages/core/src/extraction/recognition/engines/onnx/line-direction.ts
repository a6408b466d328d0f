import type { OnnxModel } from "../../../engines/onnx/onnx-runtime.ts";
import { type LineImage, linesInput, upsideDown } from "./line-image.ts";

const BATCH = 8;

/** Width of the images that the classifier takes; only the beginning of longer lines is judged. */
const WIDTH = 192;

/** Least probability at which a line is turned. */
const CERTAIN = 0.9;

/** Turns the lines that the direction classifier finds upside down. */
export async function upright(
  model: OnnxModel | undefined,
  lines: readonly LineImage[],
): Promise<readonly LineImage[]> {
  if (!model) return lines;
  const turned: LineImage[] = [];
  for (let start = 0; start < lines.length; start += BATCH) {
    const batch = lines.slice(start, start + BATCH);
    const { data } = await model.run(linesInput(batch, WIDTH));
    for (const [index, line] of batch.entries()) {
      // Two classes: 0 and 180 degrees.
      turned.push((data[2 * index + 1] ?? 0) > CERTAIN ? upsideDown(line) : line);
    }
  }
  return turned;
}
