import { isMainThread } from "node:worker_threads";
import { ocrPackage } from "../ocr-package.ts";

/** Numbers with their dimensions. */
export interface Numbers {
  readonly data: Float32Array;
  readonly shape: readonly number[];
}

/** A model with one input and one output, both of 32-bit numbers. */
export interface OnnxModel {
  run(input: Numbers): Promise<Numbers>;
}

/** Runs models. */
export interface OnnxRuntime {
  /** @throws Error with the path of the model and what is wrong with it. */
  load(path: string): Promise<OnnxModel>;
}

/**
 * Starts ONNX Runtime with at most so many threads: as machine code, or compiled to WebAssembly, which reads the same in
 * two to four times the time, where no package fits the platform.
 *
 * @throws ExtractionError `MISSING_PACKAGE` if @galley/ocr is not installed.
 */
export async function startOnnxRuntime(threads: number): Promise<OnnxRuntime> {
  const library = await nativeLibrary(threads);
  const started = "load" in library ? library : await (await ocrPackage()).wasmOnnxRuntime(threads);
  return {
    async load(path) {
      const run = await started.load(path).catch((cause: unknown) => {
        throw new Error(`${path}: ${messageOf(cause)}`, { cause });
      });
      return {
        async run(input) {
          const { data, shape } = await run(input);
          if (data instanceof Float32Array) return { data, shape };
          throw new Error(`${path} returns no 32-bit floating-point numbers.`);
        },
      };
    },
  };
}

/** What runs the models that ship, for people who look after a service. */
export interface RuntimeInUse {
  readonly isNative: boolean;
  /** Why it is not native; "" otherwise. */
  readonly reason: string;
}

/**
 * Whether the package is installed that runs models as machine code. Unlike `onnxRuntimeInUse`, this does not load it.
 *
 * @throws ExtractionError `MISSING_PACKAGE` if @galley/ocr is not installed.
 */
export async function isOnnxRuntimeNative(): Promise<boolean> {
  return (await ocrPackage()).isNativeInstalled();
}

/**
 * Returns what runs models, by loading it into this process.
 *
 * @throws ExtractionError `MISSING_PACKAGE` if @galley/ocr is not installed.
 */
export async function onnxRuntimeInUse(): Promise<RuntimeInUse> {
  const library = await nativeLibrary(1);
  return "load" in library ? { isNative: true, reason: "" } : { isNative: false, reason: library.reason };
}

type Native = Awaited<ReturnType<typeof ocrPackage>>["nativeOnnxRuntime"];

/** Not on worker threads: if a thread is terminated while the library runs, the whole process aborts. */
async function nativeLibrary(threads: number): Promise<ReturnType<Native> | { readonly reason: string }> {
  const { nativeOnnxRuntime } = await ocrPackage();
  if (!isMainThread) return { reason: "It does not run on worker threads." };
  try {
    return nativeOnnxRuntime(threads);
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
