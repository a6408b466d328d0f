import type * as OnnxRuntimeNode from "onnxruntime-node";

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
  /** @throws Error if the file is no model. */
  load(path: string): Promise<OnnxModel>;
}

const PACKAGE = "onnxruntime-node";

/**
 * Starts the optional package onnxruntime-node with at most so many threads.
 *
 * @throws Error with the command that installs it.
 */
export async function startOnnxRuntime(threads: number): Promise<OnnxRuntime> {
  const { InferenceSession, Tensor } = await runtime();
  const options = { intraOpNumThreads: threads, interOpNumThreads: 1, executionProviders: ["cpu"] };
  return {
    async load(path) {
      const session = await InferenceSession.create(path, options);
      const [input = ""] = session.inputNames;
      const [output = ""] = session.outputNames;
      return {
        async run({ data, shape }) {
          const results = await session.run({ [input]: new Tensor("float32", data, shape) });
          const result = results[output];
          if (!(result?.data instanceof Float32Array)) {
            throw new Error(`${path} returns no 32-bit floating-point numbers.`);
          }
          return { data: result.data, shape: result.dims };
        },
      };
    },
  };
}

async function runtime(): Promise<typeof OnnxRuntimeNode> {
  try {
    return await import("onnxruntime-node");
  } catch (cause) {
    throw new Error(
      `The engine onnx needs the package ${PACKAGE}. Install it: npm install --ignore-scripts ${PACKAGE}`,
      { cause },
    );
  }
}
