import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { GreyImage } from "../../../../raster/image/grey-image.ts";
import { onnxFile, type OnnxGraph, type OnnxNode } from "./onnx-file.ts";

/**
 * A script for tests: `a` is a bar in the upper half of the line, `b` one in the lower half, `c` one over both, between
 * thin lines above and below, which a space interrupts. Models of a few layers find and read it.
 */
export const BAR_CHARACTERS = ["a", "b", "c", "-"] as const;

/** Text detection: ink is spread to join letters, then shrunk to the core of the line, as DB is trained to do. */
const DETECTION: OnnxGraph = {
  nodes: [
    { operation: "ReduceMean", inputs: ["x"], output: "shade", attributes: { axes: [1], keepdims: 1 } },
    { operation: "Neg", inputs: ["shade"], output: "ink" },
    largest("ink", "spread down", [49, 1]),
    largest("spread down", "spread", [1, 41]),
    { operation: "Neg", inputs: ["spread"], output: "paper" },
    largest("paper", "shrunk down", [81, 1]),
    largest("shrunk down", "shrunk", [1, 69]),
    { operation: "Mul", inputs: ["shrunk", "steepness"], output: "steep" },
    { operation: "Sigmoid", inputs: ["steep"], output: "y" },
  ],
  constants: [{ name: "steepness", shape: [1], values: [-10] }],
  outputRank: 4,
};

/** The largest number of a window around each. */
function largest(input: string, output: string, [height, width]: readonly [number, number]): OnnxNode {
  const [y, x] = [(height - 1) / 2, (width - 1) / 2];
  const attributes = { kernel_shape: [height, width], strides: [1, 1], pads: [y, x, y, x] };
  return { operation: "MaxPool", inputs: [input], output, attributes };
}

/** Scores of blank, a, b, c, "-" and space from the ink of the upper and lower half, and a bias. */
const SCORES = [
  [-16, -16, 14],
  [16, -16, 0],
  [-16, 16, 0],
  [16, 16, -16],
  [0, 0, -50],
  [-60, -60, 17],
] as const;

/** Text recognition: the ink of both halves of each 8 columns, weighted for each class. */
const RECOGNITION: OnnxGraph = {
  nodes: [
    { operation: "ReduceMean", inputs: ["x"], output: "shade", attributes: { axes: [1], keepdims: 1 } },
    { operation: "Sub", inputs: ["one", "shade"], output: "twice" },
    { operation: "Mul", inputs: ["twice", "half"], output: "ink" },
    {
      operation: "AveragePool",
      inputs: ["ink"],
      output: "halves",
      attributes: { kernel_shape: [24, 8], strides: [24, 8] },
    },
    {
      operation: "Conv",
      inputs: ["halves", "weights", "bias"],
      output: "scores",
      attributes: { kernel_shape: [2, 1] },
    },
    { operation: "Squeeze", inputs: ["scores", "third"], output: "flat" },
    { operation: "Transpose", inputs: ["flat"], output: "steps", attributes: { perm: [0, 2, 1] } },
    { operation: "Softmax", inputs: ["steps"], output: "y", attributes: { axis: 2 } },
  ],
  constants: [
    { name: "one", shape: [1], values: [1] },
    { name: "half", shape: [1], values: [0.5] },
    { name: "weights", shape: [SCORES.length, 1, 2, 1], values: SCORES.flatMap(([u, l]) => [u, l]) },
    { name: "bias", shape: [SCORES.length], values: SCORES.map(([, , bias]) => bias) },
    { name: "third", shape: [1], values: [2], whole: true },
  ],
  outputRank: 3,
};

/** Direction: the first column of a line is black below if it is upside down. Probabilities of 0 and 180 degrees. */
const DIRECTION: OnnxGraph = {
  nodes: [
    { operation: "ReduceMean", inputs: ["x"], output: "shade", attributes: { axes: [1], keepdims: 1 } },
    {
      operation: "AveragePool",
      inputs: ["shade"],
      output: "halves",
      attributes: { kernel_shape: [24, 24], strides: [24, 24] },
    },
    { operation: "Slice", inputs: ["halves", "from", "to", "axes"], output: "first" },
    {
      operation: "Conv",
      inputs: ["first", "weights"],
      output: "scores",
      attributes: { kernel_shape: [2, 1] },
    },
    { operation: "Reshape", inputs: ["scores", "pairs"], output: "flat" },
    { operation: "Softmax", inputs: ["flat"], output: "y", attributes: { axis: 1 } },
  ],
  constants: [
    { name: "from", shape: [1], values: [0], whole: true },
    { name: "to", shape: [1], values: [1], whole: true },
    { name: "axes", shape: [1], values: [3], whole: true },
    { name: "weights", shape: [2, 1, 2, 1], values: [-9, 9, 9, -9] },
    { name: "pairs", shape: [2], values: [-1, 2], whole: true },
  ],
  outputRank: 2,
};

/** Writes the models into a folder as PaddleOCR lays them out; with `direction`, also the classifier. */
export async function writeBarModels(
  folder: string,
  {
    direction = false,
    characters = BAR_CHARACTERS,
  }: { direction?: boolean; characters?: readonly string[] } = {},
): Promise<void> {
  for (const name of ["det", "rec", "cls"]) await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "det", "inference.onnx"), onnxFile(DETECTION));
  await writeFile(join(folder, "rec", "inference.onnx"), onnxFile(RECOGNITION));
  if (direction) await writeFile(join(folder, "cls", "inference.onnx"), onnxFile(DIRECTION));
  await writeFile(join(folder, "dict.txt"), `${characters.join("\n")}\n`);
}

const PAPER = 255;
const WIDTH = 16;
const GAP = 16;

/** Height of the lines above and below. */
const THIN = 4;

/** Rows of a line that are black under a letter. */
const ROWS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  a: [0, 24],
  b: [24, 48],
  c: [0, 48],
};

/** Draws lines of bars, each 48 pixels high. */
export function barPicture(lines: readonly string[], { left = 40, top = 40, pitch = 120 } = {}): GreyImage {
  const width = 640;
  const height = 2 * top + pitch * lines.length;
  const data = new Uint8Array(width * height).fill(PAPER);
  for (const [index, line] of lines.entries()) {
    for (const [position, letter] of line.split("").entries()) {
      const x0 = left + position * (WIDTH + GAP);
      const y0 = top + index * pitch;
      const rows = ROWS[letter];
      if (!rows) continue;
      for (let y = 0; y < 48; y++) {
        const isThin = y < THIN || y >= 48 - THIN;
        const length = isThin ? WIDTH + GAP : y >= rows[0] && y < rows[1] ? WIDTH : 0;
        data.fill(0, (y0 + y) * width + x0, (y0 + y) * width + x0 + length);
      }
    }
  }
  return { width, height, data, dpi: 300 };
}
