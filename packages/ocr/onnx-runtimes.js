import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/** Messages of this severity and above are printed: errors. */
const ERRORS = 3;

/** A tensor as the library takes and makes it. */
class Tensor {
  location = "cpu";

  constructor(type, data, dims) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

const LIBRARY = `@galley/onnxruntime-${process.platform}-${process.arch}`;

/** Whether the package of this platform is installed; finding out does not load its library. */
export function isNativeInstalled() {
  try {
    require.resolve(LIBRARY);
    return true;
  } catch {
    return false;
  }
}

let started;

/** The library of this platform, which is initialised once in a process. */
function nativeLibrary() {
  if (started) return started;
  const library = require(LIBRARY);
  library.initOrtOnce(ERRORS, Tensor, true);
  started = library;
  return library;
}

/** Starts ONNX Runtime as machine code, from the package of this platform. */
export function nativeOnnxRuntime(threads) {
  const library = nativeLibrary();
  const options = {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionProviders: ["cpu"],
    // Inputs differ in size, so what was planned for one does not fit the next.
    enableMemPattern: false,
  };
  return {
    async load(path) {
      const session = new library.InferenceSession();
      session.loadModel(path, options);
      const [input] = session.inputMetadata;
      const [output] = session.outputMetadata;
      return async ({ data, shape }) => {
        const inputs = { [input.name]: new Tensor("float32", data, shape) };
        const result = session.run(inputs, { [output.name]: null }, {})[output.name];
        return { data: result.data, shape: result.dims };
      };
    },
  };
}

/** Starts ONNX Runtime compiled to WebAssembly. */
export async function wasmOnnxRuntime(threads) {
  const { env, InferenceSession, Tensor: WasmTensor } = await import("./dist/onnxruntime/ort.js");
  env.wasm.numThreads = threads;
  return {
    async load(path) {
      const session = await InferenceSession.create(path, { executionProviders: ["wasm"] });
      const [input] = session.inputNames;
      const [output] = session.outputNames;
      return async ({ data, shape }) => {
        const result = (await session.run({ [input]: new WasmTensor("float32", data, shape) }))[output];
        return { data: result.data, shape: result.dims };
      };
    },
  };
}
