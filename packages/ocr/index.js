import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export { nativeOnnxRuntime, wasmOnnxRuntime } from "./onnx-runtimes.js";

const require = createRequire(import.meta.url);

/** Loads the library that decodes and scales pictures. */
export const loadSharp = () => import("sharp").catch(requireSharp);

/** An import that failed, for example for lack of memory, fails ever after; `require` tries again. */
async function requireSharp() {
  return { default: require("sharp") };
}

/** Loads the recogniser's glue code; its program is at `programPath`. */
export const loadTesseract = () => import("tesseract.js-core/tesseract-core-simd-lstm.js");

/** Like `loadTesseract`, of the recogniser that detects scripts. */
export const loadScriptTesseract = () => import("tesseract.js-core/tesseract-core-simd.js");

/** The path of a WebAssembly program of Tesseract. */
export const programPath = (name) => require.resolve(`tesseract.js-core/${name}.wasm`);

/** The folder of PaddleOCR's models of text detection and of recognition of English. */
export const modelsPath = fileURLToPath(new URL("dist/models/en_PP-OCRv4", import.meta.url));
