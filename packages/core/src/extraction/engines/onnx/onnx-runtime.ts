import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";
import type * as OnnxRuntimeNode from "onnxruntime-node";
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
  /** Whether it runs as machine code, which takes a fifth of WebAssembly's time. */
  readonly isNative: boolean;
  /** @throws Error if the file is no model. */
  load(path: string): Promise<OnnxModel>;
}

/**
 * Starts the optional package onnxruntime-node with at most so many threads or, if it is not installed or does not run
 * here, ONNX Runtime compiled to WebAssembly, which has one thread.
 *
 * @throws ExtractionError `MISSING_PACKAGE` if @galley/ocr is not installed either.
 */
export async function startOnnxRuntime(threads: number): Promise<OnnxRuntime> {
  const library = await nativeLibrary();
  return library ? nativeRuntime(library, threads) : wasmRuntime();
}

/** A session of either runtime. */
interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
}

interface Result {
  readonly data: unknown;
  readonly dims: readonly number[];
}

function nativeRuntime({ InferenceSession, Tensor }: typeof OnnxRuntimeNode, threads: number): OnnxRuntime {
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ["cpu"],
    // Inputs differ in size, so what was planned for one does not fit the next.
    enableMemPattern: false,
  };
  return {
    isNative: true,
    async load(path) {
      const session = await InferenceSession.create(path, options);
      return modelOf(path, session, ({ data, shape }, input) =>
        session.run({ [input]: new Tensor("float32", data, shape) }),
      );
    },
  };
}

async function wasmRuntime(): Promise<OnnxRuntime> {
  const { loadOnnxRuntime, onnxProgramPath } = await ocrPackage();
  const { env, InferenceSession, Tensor } = await loadOnnxRuntime();
  env.wasm.numThreads = 1;
  env.wasm.wasmBinary ??= await readFile(onnxProgramPath);
  return {
    isNative: false,
    async load(path) {
      const session = await InferenceSession.create(await readFile(path), { executionProviders: ["wasm"] });
      return modelOf(path, session, ({ data, shape }, input) =>
        session.run({ [input]: new Tensor("float32", data, shape) }),
      );
    },
  };
}

function modelOf(
  path: string,
  { inputNames: [input = ""], outputNames: [output = ""] }: Session,
  run: (numbers: Numbers, input: string) => Promise<Readonly<Record<string, Result>>>,
): OnnxModel {
  return {
    async run(numbers) {
      const result = (await run(numbers, input))[output];
      if (!(result?.data instanceof Float32Array)) {
        throw new Error(`${path} returns no 32-bit floating-point numbers.`);
      }
      return { data: result.data, shape: result.dims };
    },
  };
}

/** Whether the optional package onnxruntime-node is installed. */
export function hasNativeRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve("onnxruntime-node");
    return true;
  } catch {
    return false;
  }
}

/** Not on worker threads: if a thread is terminated while the library runs, the whole process aborts. */
async function nativeLibrary(): Promise<typeof OnnxRuntimeNode | undefined> {
  if (!isMainThread) return undefined;
  try {
    return await import("onnxruntime-node");
  } catch {
    return undefined;
  }
}
