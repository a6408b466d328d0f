import type { Numbers, OnnxModel } from "../../../engines/onnx/onnx-runtime.ts";
import { LINE_HEIGHT, type LineImage, linesInput } from "./line-image.ts";

/** Lines are read in batches of similar width. */
const BATCH = 1;

/** Narrower batches are padded to this width, as in training. */
const LEAST_WIDTH = 160;

/** A character of a line that is not blank, with its extent in pixels of the line's image. */
export interface ReadCharacter {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  /** Highest probability of a blank since the character before, 0 to 1; undefined if the model has none. */
  readonly blank: number | undefined;
  readonly x0: number;
  readonly x1: number;
}

/** Reads lines; returns the characters of each. */
export async function readLines(
  model: OnnxModel,
  lines: readonly LineImage[],
  characters: readonly string[],
): Promise<readonly (readonly ReadCharacter[])[]> {
  const order = [...lines.keys()].toSorted((one, other) => widthAt(lines, one) - widthAt(lines, other));
  const results: (readonly ReadCharacter[])[] = lines.map(() => []);
  for (let start = 0; start < order.length; start += BATCH) {
    const batch = order.slice(start, start + BATCH);
    const images = batch.flatMap((index) => lines[index] ?? []);
    const width = Math.max(LEAST_WIDTH, ...images.map((line) => line.width));
    const output = await model.run(linesInput(images, width));
    for (const [row, index] of batch.entries()) {
      results[index] = decoded(output, { row, width, lineWidth: widthAt(lines, index), characters });
    }
  }
  return results;
}

function widthAt(lines: readonly LineImage[], index: number): number {
  return lines[index]?.width ?? LINE_HEIGHT;
}

/** The output of the model for a line of a batch. */
interface LineOutput {
  readonly row: number;
  /** Width of the batch; the line covers only `lineWidth` of it. */
  readonly width: number;
  readonly lineWidth: number;
  readonly characters: readonly string[];
}

/**
 * Greedy CTC decoding: the likeliest class of each step, without repetitions, CTC's blank (class 0) and spaces. A class
 * beyond the dictionary is a space.
 *
 * @throws Error if the model does not fit the dictionary.
 */
export function decoded(
  { data, shape }: Numbers,
  { row, width, lineWidth, characters }: LineOutput,
): readonly ReadCharacter[] {
  const [, steps = 0, classes = 0] = shape;
  refuseMisfit(classes, characters);
  const spaces = spacesOf(classes, characters);
  const stepWidth = width / steps;
  const read: ReadCharacter[] = [];
  let [before, blank] = [0, 0];
  for (let step = 0; step < Math.min(steps, Math.round(lineWidth / stepWidth)); step++) {
    const start = (row * steps + step) * classes;
    const scores = data.subarray(start, start + classes);
    const { best, confidence } = likeliest(scores);
    const [x0, x1] = [step * stepWidth, (step + 1) * stepWidth];
    const here = spaces.reduce((most, space) => Math.max(most, scores[space] ?? 0), 0);
    blank = Math.max(blank, here);
    const last = read.at(-1);
    if (best !== 0 && best === before && last && !spaces.includes(best)) {
      read[read.length - 1] = { ...last, x1, blank: last.blank && Math.max(last.blank, here) };
    } else if (best !== 0 && !spaces.includes(best)) {
      const text = characters[best - 1] ?? "";
      read.push({ text, confidence, blank: spaces.length === 0 ? undefined : blank, x0, x1 });
      blank = here;
    }
    before = best;
  }
  return read;
}

/** Classes of the space: one beyond the dictionary, or lines of it. */
function spacesOf(classes: number, characters: readonly string[]): readonly number[] {
  const beyond = classes === characters.length + 2 ? [classes - 1] : [];
  return [...beyond, ...characters.flatMap((text, index) => (text.trim() === "" ? [index + 1] : []))];
}

function likeliest(scores: Float32Array): { readonly best: number; readonly confidence: number } {
  let best = 0;
  for (let i = 1; i < scores.length; i++) if ((scores[i] ?? 0) > (scores[best] ?? 0)) best = i;
  return { best, confidence: Math.min(1, Math.max(0, scores[best] ?? 0)) };
}

/** The blank, and the space that PaddleOCR adds to its dictionaries, are no lines of the file. */
function refuseMisfit(classes: number, characters: readonly string[]): void {
  if (classes === characters.length + 1 || classes === characters.length + 2) return;
  throw new Error(
    `The recognition model has ${classes} classes, which do not fit a dictionary of ${characters.length} characters.`,
  );
}
