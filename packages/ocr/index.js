import { createRequire } from "node:module";

/** Loads the library that decodes and scales pictures. */
export const loadSharp = () => import("sharp");

/** Loads the recogniser's glue code; its program is at `programPath`. */
export const loadTesseract = () => import("tesseract.js-core/tesseract-core-simd-lstm.js");

/** Like `loadTesseract`, of the recogniser that detects scripts. */
export const loadScriptTesseract = () => import("tesseract.js-core/tesseract-core-simd.js");

/** The path of a WebAssembly program of Tesseract. */
export const programPath = (name) => createRequire(import.meta.url).resolve(`tesseract.js-core/${name}.wasm`);
