import type { OnnxModel } from "../../../engines/onnx/onnx-runtime.ts";
import type { CtcDecoder, ReadCharacter } from "./ctc-decoder.ts";
import { type LineImage, linesInput } from "./line-image.ts";

/** Narrower lines are padded to this width, as in training. */
const LEAST_WIDTH = 160;

/** Lines in a batch; more save no more time. */
const BATCH = 4;

/** Returns the characters of each line. */
export async function readLines(
  model: OnnxModel,
  lines: readonly LineImage[],
  decoder: CtcDecoder,
): Promise<readonly (readonly ReadCharacter[])[]> {
  const read = new Map<LineImage, readonly ReadCharacter[]>();
  for (const batch of batchesOf(lines)) {
    const width = Math.max(LEAST_WIDTH, ...batch.map((line) => line.width));
    const { data, shape } = await model.run(linesInput(batch, width));
    const size = data.length / batch.length;
    for (const [index, line] of batch.entries()) {
      const output = { data: data.subarray(index * size, (index + 1) * size), shape };
      read.set(line, decoder.decode(output, { width, lineWidth: line.width }));
    }
  }
  return lines.map((line) => read.get(line) ?? []);
}

/** A batch takes as long as its widest line, each time, so only lines that are padded to the same width are read together. */
function batchesOf(lines: readonly LineImage[]): readonly (readonly LineImage[])[] {
  const narrow = lines.filter(({ width }) => width <= LEAST_WIDTH);
  const wide = lines.filter(({ width }) => width > LEAST_WIDTH);
  const batches = Array.from({ length: Math.ceil(narrow.length / BATCH) }, (_, index) =>
    narrow.slice(index * BATCH, (index + 1) * BATCH),
  );
  return [...batches, ...wide.map((line) => [line])];
}
