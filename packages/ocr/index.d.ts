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

/** 32-bit numbers with their dimensions. */
export interface OnnxNumbers {
  readonly data: unknown;
  readonly shape: readonly number[];
}

/** Runs models with one input and one output. */
export interface OnnxRuntime {
  /** @throws Error if the file is no model. */
  load(path: string): Promise<(input: OnnxNumbers) => Promise<OnnxNumbers>>;
}

/**
 * Starts ONNX Runtime as machine code, from the optional package of this platform. Not on worker threads: if one is
 * terminated while a model runs, its process aborts.
 *
 * @throws Error if no package fits this platform, or if its library does not load.
 */
export declare const nativeOnnxRuntime: (threads: number) => OnnxRuntime;

/** Whether the optional package of this platform is installed; its library may still not load. */
export declare const isNativeInstalled: () => boolean;

/** Starts ONNX Runtime compiled to WebAssembly. */
export declare const wasmOnnxRuntime: (threads: number) => Promise<OnnxRuntime>;

/** The folder of PaddleOCR's models of text detection and of recognition of English. */
export declare const modelsPath: string;
