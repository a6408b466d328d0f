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

/** What is used of ONNX Runtime compiled to WebAssembly. */
export interface WasmOnnxRuntime {
  readonly env: {
    readonly wasm: { numThreads?: number; proxy?: boolean; wasmBinary?: ArrayBufferLike | Uint8Array };
  };
  readonly InferenceSession: {
    create(
      model: Uint8Array,
      options: { readonly executionProviders: readonly string[] },
    ): Promise<WasmOnnxSession>;
  };
  readonly Tensor: new (type: "float32", data: Float32Array, shape: readonly number[]) => WasmOnnxTensor;
}

export interface WasmOnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, WasmOnnxTensor>>): Promise<Readonly<Record<string, WasmOnnxTensor>>>;
}

export interface WasmOnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** Loads ONNX Runtime compiled to WebAssembly; its program is at `onnxProgramPath`. */
export declare const loadOnnxRuntime: () => Promise<WasmOnnxRuntime>;

export declare const onnxProgramPath: string;

/** The folder of PaddleOCR's models of text detection and of recognition of English. */
export declare const modelsPath: string;
