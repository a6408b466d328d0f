import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createExtractor } from "../../create-extractor.ts";
import { turned } from "../../raster/geometry/quarter-turn.ts";
import type { GreyImage } from "../../raster/image/grey-image.ts";
import { barPicture, writeBarModels } from "../../recognition/engines/onnx/testing/bar-models.ts";
import type { ImageContent, ImageToRecognise } from "../../recognition/engines/image-recogniser.ts";
import { asPdf, asPng, linesOfType, scanned } from "../../recognition/testing/printed.ts";
import { createOnnxEngine } from "./onnx-engine.ts";

const LINES = ["cab abba", "bacca", "c a b"];

let folder: string;
let models: string;
const parts = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-test-"));
  models = join(folder, "bars");
  await writeBarModels(models);
});
afterAll(async () => {
  await parts.disposeAsync();
  await rm(folder, { recursive: true });
});

test("lines are found and read with their places, confidences and the name of the models", async () => {
  const engine = parts.use(await createOnnxEngine({ models }));
  const { words, model } = await recognised(engine, barPicture(LINES));
  expect(model).toBe("bars");
  expect(textsOf(words)).toEqual(LINES);
  const [cab] = words;
  // Three bars of 16 pixels with gaps of 16, from (40, 40).
  expect(cab?.box.x0).toBeGreaterThan(20);
  expect(cab?.box.x0).toBeLessThan(50);
  expect(cab?.box.x1).toBeGreaterThan(115);
  expect(cab?.box.x1).toBeLessThan(145);
  expect(Math.abs((cab?.box.y0 ?? 0) - 40)).toBeLessThan(8);
  expect(Math.abs((cab?.box.y1 ?? 0) - 88)).toBeLessThan(8);
  expect(words.every(({ confidence }) => confidence > 0.5 && confidence <= 1)).toBe(true);
});

test("the text does not depend on the number of threads", async () => {
  const one = parts.use(await createOnnxEngine({ models, threads: 1 }));
  const two = parts.use(await createOnnxEngine({ models, threads: 2 }));
  const picture = barPicture(LINES);
  expect(textsOf((await recognised(one, picture)).words)).toEqual(
    textsOf((await recognised(two, picture)).words),
  );
});

test("a line alone is read without a search for text", async () => {
  const engine = parts.use(await createOnnxEngine({ models }));
  const { words } = await recognised(engine, barPicture(["cab"], { left: 8, top: 0, pitch: 48 }), "line");
  expect(textsOf(words)).toEqual(["cab"]);
});

test("with a direction classifier, lines upside down are turned", async () => {
  const directed = join(folder, "directed");
  await writeBarModels(directed, { direction: true });
  const engine = parts.use(await createOnnxEngine({ models: directed }));
  const upsideDown = turned(barPicture(["aaba"], { left: 0, top: 0, pitch: 48 }), 2).image;
  const { words } = await recognised(engine, cropped(upsideDown, 640 - 4 * 32), "line");
  expect(textsOf(words)).toEqual(["aaba"]);
});

test.each([
  ["no models", async () => folder, /has no det model: expected one of det\.onnx, det\/inference\.onnx/],
  [
    "no dictionary",
    async () => {
      const path = join(folder, "undescribed");
      await writeBarModels(path);
      await rm(join(path, "dict.txt"));
      return path;
    },
    /has no dictionary: expected one of dict\.txt/,
  ],
  [
    "a damaged model",
    async () => {
      const path = join(folder, "damaged");
      await writeBarModels(path);
      await writeFile(join(path, "rec", "inference.onnx"), "rubbish");
      return path;
    },
    /rec.inference\.onnx/,
  ],
])("%s is an error at the start", async (_, path, message) => {
  await expect(createOnnxEngine({ models: await path() })).rejects.toThrow(message);
});

test("PaddleX's description has the dictionary, too", async () => {
  const described = join(folder, "described");
  await writeBarModels(described);
  await rm(join(described, "dict.txt"));
  const description =
    'PostProcess:\n  name: CTCLabelDecode\n  character_dict:\n  - a\n  - b\n  - c\n  - "-"\n';
  await mkdir(join(described, "rec"), { recursive: true });
  await writeFile(join(described, "rec", "inference.yml"), description);
  const engine = parts.use(await createOnnxEngine({ models: described }));
  expect(textsOf((await recognised(engine, barPicture(["cab abba"]))).words)).toEqual(["cab abba"]);
});

test("if the model does not fit its dictionary, the built-in recogniser reads the page", async () => {
  const other = join(folder, "other");
  await writeBarModels(other, { characters: ["x"] });
  const engine = parts.use(await createOnnxEngine({ models: other }));
  await using extractor = createExtractor({ threads: 1, engines: { onnx: engine } });
  const scan = asPdf([await scanned(linesOfType(["Invoice 4711 of March"]), 300)]);
  const { pages } = await extractor.extract(scan, { ocrEngine: "onnx" });
  expect(pages[0]?.text).toContain("Invoice 4711");
  expect(pages[0]?.message).toContain(
    "The ONNX models could not be used: The recognition model has 6 classes, which do not fit a dictionary of 1 characters.",
  );
  expect(pages[0]?.outcome).toMatchObject({ recognisers: [{ engine: "wasm" }] });
});

test("a reading that takes too long ends with its process, and the next one starts another", async () => {
  const engine = parts.use(await createOnnxEngine({ models, timeoutMs: 1 }));
  await expect(recognised(engine, barPicture(LINES))).rejects.toThrow("It took more than 0.001 s.");
  await expect(recognised(engine, barPicture(LINES))).rejects.toThrow("It took more than 0.001 s.");
});

type Engine = Awaited<ReturnType<typeof createOnnxEngine>>;

async function recognised(engine: Engine, picture: GreyImage, shows: ImageContent = "page") {
  const { width, height, dpi } = picture;
  const image: ImageToRecognise = {
    png: asPng(picture),
    width,
    height,
    dpi,
    lang: "eng",
    engine: "onnx",
    shows,
  };
  const answer = await engine.recognise(image, new AbortController().signal);
  if (!("model" in answer)) throw new Error("The engine returned only words.");
  return { words: answer.words ?? [], model: answer.model };
}

function textsOf(
  words: readonly { readonly text: string; readonly line?: number | undefined }[],
): readonly string[] {
  const lines = new Map<number, string[]>();
  for (const { text, line = 0 } of words) lines.set(line, [...(lines.get(line) ?? []), text]);
  return [...lines.values()].map((texts) => texts.join(" "));
}

/** The picture from a column to its right edge. */
function cropped({ width, height, data, dpi }: GreyImage, from: number): GreyImage {
  const rest = width - from;
  const cut = new Uint8Array(rest * height);
  for (let y = 0; y < height; y++) cut.set(data.subarray(y * width + from, (y + 1) * width), y * rest);
  return { width: rest, height, data: cut, dpi };
}
