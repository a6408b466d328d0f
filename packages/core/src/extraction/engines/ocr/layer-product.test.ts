import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import loadWabt from "wabt";
import { randomFrom } from "../../raster/testing/random.ts";
import { LAYER_PRODUCT_MODULE } from "./layer-product-module.ts";
import { speedUpLayers } from "./layer-product.ts";
import { startTesseract } from "./tesseract-library.ts";

const MOST_INPUTS = 700;

/** Rows and inputs (including the bias): full blocks of 8 and 16, and remainders. */
const SHAPES = [
  [8, 17],
  [16, 609],
  [11, 98],
  [3, 5],
  [1, 64],
] as const;

test("the compiled module matches its source text", async () => {
  const text = readFileSync(new URL("layer-product.wat", import.meta.url), "utf8");
  const wabt = await loadWabt();
  const module = wabt.parseWat("layer-product.wat", text, { relaxed_simd: true });
  expect(Buffer.from(module.toBinary({}).buffer).equals(LAYER_PRODUCT_MODULE)).toBe(true);
  module.destroy();
});

test.runIf(WebAssembly.validate(LAYER_PRODUCT_MODULE))(
  "the product of a layer equals element-by-element multiplication",
  () => {
    const memory = new WebAssembly.Memory({ initial: 2 });
    const product = productIn(memory, () => undefined);
    for (const shape of SHAPES) {
      const layer = layerIn(memory, shape);
      Reflect.apply(product, undefined, layer.parameters);
      expect(layer.outputs()).toEqual(layer.expected);
    }
  },
);

test.runIf(WebAssembly.validate(LAYER_PRODUCT_MODULE))(
  "a layer with too many inputs falls back to the program's own function",
  () => {
    const left: number[][] = [];
    const product = productIn(new WebAssembly.Memory({ initial: 2 }), (...given) => left.push(given));
    Reflect.apply(product, undefined, [8, MOST_INPUTS + 1, 1, 2, 3, 4]);
    expect(left).toEqual([[8, MOST_INPUTS + 1, 1, 2, 3, 4]]);
  },
);

test("the installed Tesseract is the known build", async () => {
  const tesseract = await startTesseract();
  const isFaster = speedUpLayers({ ...tesseract, allocate: (bytes) => tesseract.library._malloc(bytes) });
  expect(isFaster).toBe(WebAssembly.validate(LAYER_PRODUCT_MODULE));
});

test("an unknown build is not changed", async () => {
  const tesseract = await startTesseract();
  expect(speedUpLayers({ ...tesseract, hash: "", allocate: () => 8 })).toBe(false);
});

function productIn(memory: WebAssembly.Memory, own: (...given: number[]) => unknown): CallableFunction {
  const core = {
    memory,
    scratch: new WebAssembly.Global({ value: "i32" }, 64),
    scratchInputs: new WebAssembly.Global({ value: "i32" }, MOST_INPUTS),
    product: own,
  };
  const instance = new WebAssembly.Instance(new WebAssembly.Module(LAYER_PRODUCT_MODULE), { core });
  const { product } = instance.exports;
  if (typeof product !== "function") throw new Error("no product");
  return product;
}

/** Writes a layer to memory in the recogniser's layout and computes the expected outputs. */
function layerIn(memory: WebAssembly.Memory, [rows, width]: readonly [rows: number, width: number]) {
  const biasAt = width - (width % 2);
  const stride = biasAt + 1;
  const [inputsAt, scalesAt, outputsAt, weightsAt] = [4096, 8192, 12_288, 16_384];
  const random = randomFrom(rows * width);
  const bytes = new Int8Array(memory.buffer);
  // Fill the rest of the memory with non-zero bytes, so reads beyond the layer would change the result.
  for (let i = inputsAt; i < bytes.length; i++) bytes[i] = Math.round(254 * random()) - 127;
  const scales = new Float32Array(memory.buffer, scalesAt, rows);
  for (let row = 0; row < rows; row++) scales[row] = random();
  const expected = Array.from(scales, (scale, row) => {
    const at = weightsAt + row * stride;
    let sum = 127 * (bytes[at + biasAt] ?? 0);
    for (let i = 0; i < width - 1; i++) sum += (bytes[at + i] ?? 0) * (bytes[inputsAt + i] ?? 0);
    return Math.fround(Math.fround(sum) * scale);
  });
  return {
    parameters: [rows, width, weightsAt, scalesAt, inputsAt, outputsAt],
    expected,
    outputs: () => Array.from(new Float32Array(memory.buffer, outputsAt, rows)),
  };
}
