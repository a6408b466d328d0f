import type * as sharp from "sharp";
import type * as tesseract from "tesseract.js-core/tesseract-core-simd-lstm.js";
import type * as scriptTesseract from "tesseract.js-core/tesseract-core-simd.js";

/** Loads the library that decodes and scales pictures. */
export declare const loadSharp: () => Promise<typeof sharp>;

/** Loads the recogniser's glue code; its program is at `programPath`. */
export declare const loadTesseract: () => Promise<typeof tesseract>;

/** Like `loadTesseract`, of the recogniser that detects scripts. */
export declare const loadScriptTesseract: () => Promise<typeof scriptTesseract>;

/** The path of a WebAssembly program of Tesseract. */
export declare const programPath: (name: string) => string;
