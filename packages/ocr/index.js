import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

export { isNativeInstalled, nativeOnnxRuntime, wasmOnnxRuntime } from "./onnx-runtimes.js";

const require = createRequire(import.meta.url);

/** Loads the library that decodes and scales pictures. */
export const loadSharp = () => import("sharp").catch(requireSharp);

/** An import that failed, for example for lack of memory, fails ever after; `require` tries again. */
async function requireSharp() {
  return { default: require("sharp") };
}

/** Loads the recogniser's glue code; its program is at `programPath`. */
export const loadTesseract = () => import("./dist/tesseract/tesseract-core-simd-lstm.cjs");

/** Like `loadTesseract`, of the recogniser that detects scripts. */
export const loadScriptTesseract = () => import("./dist/tesseract/tesseract-core-simd.cjs");

/** The path of a WebAssembly program of Tesseract. */
export const programPath = (name) => fileURLToPath(new URL(`dist/tesseract/${name}.wasm`, import.meta.url));

/** The folder of PaddleOCR's models of text detection and of recognition of English. */
export const modelsPath = fileURLToPath(new URL("dist/models/en_PP-OCRv4", import.meta.url));
